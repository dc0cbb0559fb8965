// A page for whoever works on the pieces: everything at several sizes. It is no part of the client.
// `?crowd=300` shows so many pieces at once and says how long that took.
import '@fontsource-variable/figtree';
import '@fontsource-variable/fredoka';
import { mount } from 'svelte';
import '../pieces.css';
import Crowd from './Crowd.svelte';
import Gallery from './Gallery.svelte';
import './gallery.css';

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme) document.documentElement.dataset.theme = theme;

const target = document.getElementById('pieces');
if (!target) throw new Error('the page has no place for the pieces');

const crowd = Number(query.get('crowd'));
if (crowd > 0) mount(Crowd, { target, props: { count: Math.min(crowd, 5000) } });
else mount(Gallery, { target, props: { startWithLetters: query.has('letters') } });
