// The pieces that drawings in the page have asked for, by name; `Supply` draws each of them once.

import { SvelteSet } from 'svelte/reactivity';

export const wanted = new SvelteSet<string>();
