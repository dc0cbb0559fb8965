import { mount } from 'svelte';
import './fonts.css';
import './app.css';
import './themes/themes.css';
import './themes/grounds.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the client');
mount(App, { target });
