/// <reference types="node" />
// The worlds of tables: each is there by day and in the dark, and what is written on it can be read.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Theme } from '../src/generated/messages';

const WORLDS: Record<Theme, true> = {
  mine: true, garden: true, temple: true, desert: true, sea: true, ice: true, forest: true, space: true, city: true, arena: true, night: true, parlour: true,
};
const drawings = Object.entries(import.meta.glob<string>('../src/themes/backdrops/*.svg', { query: '?raw', import: 'default', eager: true }));

type Rgb = [number, number, number];
type Tokens = Record<string, string>;

function tokens(css: string, selector: string): Tokens {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
/** So much of the first over the second. */
const mix = (over: Rgb, part: number, under: Rgb): Rgb => over.map((value, n) => value * part + (under[n] ?? 0) * (1 - part)) as Rgb;
function light(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const source = (file: string): string => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
const site = source('app.css');
const themes = source('themes/themes.css');
const looks = [
  { look: 'by day', site: { ...tokens(site, ':root'), ...tokens(themes, ":root:not([data-theme='dark']) [data-world]") }, at: (world: string) => tokens(themes, `\n[data-world='${world}']`) },
  { look: 'in the dark', site: { ...tokens(site, ':root'), ...tokens(site, ":root[data-theme='dark']") }, at: (world: string) => tokens(themes, `:root[data-theme='dark'] [data-world='${world}']`) },
];
/** How much of one colour a derived token takes, as the style sheet says it. */
const part = (token: string): number => Number(new RegExp(`--${token}: color-mix\\(in srgb, [^%]+?(\\d+)%`).exec(themes)?.[1]) / 100;

describe.each(looks)('$look', ({ site, at }) => {
  test.each(Object.keys(WORLDS))('words and signs can be read in the world %s', (world) => {
    const tone = (name: string): Rgb => rgb(at(world)[name] ?? '');
    const own = (name: string): Rgb => rgb(site[name] ?? '');
    const [floor, haze] = [mix(tone('far'), part('floor'), tone('ground')), mix(tone('near'), part('haze'), tone('ground'))];
    for (const ground of [tone('ground'), floor]) {
      for (const ink of ['ink', 'ink2', 'plum']) expect(contrast(own(ink), ground), `${ink} on the ground`).toBeGreaterThanOrEqual(4.5);
      for (const sign of ['edge', 'trace', 'ember']) expect(contrast(own(sign), ground), `${sign} on the ground`).toBeGreaterThanOrEqual(3);
    }
    // Zones lie over whatever is drawn behind them.
    for (const behind of [tone('ground'), floor, tone('far'), haze, tone('near'), tone('tray'), tone('accent'), rgb('#fff8e8')]) {
      const zone = mix(own('paper'), part('zone'), behind);
      for (const ink of ['ink', 'ink2']) expect(contrast(own(ink), zone), `${ink} on a zone`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(rgb(site['on-walnut'] ?? ''), tone('tray')), 'coordinates').toBeGreaterThanOrEqual(4.5);
  });
});

test('every world has a drawing in its own colours, without script and without anything from elsewhere', () => {
  expect(drawings.map(([file]) => file.split('/').pop()).sort()).toEqual(Object.keys(WORLDS).map((world) => `${world}.svg`).sort());
  for (const [file, svg] of drawings) {
    for (const [, name] of svg.matchAll(/<(\w+)/g)) expect(['svg', 'g', 'path', 'rect', 'circle'], file).toContain(name);
    expect(svg, file).not.toMatch(/ on\w+=|style=|href|url\(|NaN|undefined/);
    for (const [, token] of svg.matchAll(/var\(--([\w-]+)\)/g)) expect(['ground', 'floor', 'far', 'haze', 'near', 'tray', 'accent'], file).toContain(token);
  }
});
