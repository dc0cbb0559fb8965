// The Markdown of the guides as a tree: headings, paragraphs, lists, tables, quotes, code, positions of the game.
// It becomes elements one by one, never HTML text, so nothing in it can do harm.

import { anchorOf } from './rules';

export type Span =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** An item of a list; with a name of its own if it is a rule or a ruling. */
export type Item = { spans: Span[]; anchor: string | null };

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph' | 'quote'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Item[] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'scene'; name: string; words: string }
  | { kind: 'rule' };

const SPAN = /\*\*(.+?)\*\*|\*(.+?)\*|_([^_\s][^_]*)_|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The parts of a line. Links lead only to pages of the web or of this server. */
export function spans(line: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(SPAN)) {
    if (match.index > end) found.push({ kind: 'text', text: line.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, strong, em, em2, code, text, href] = match;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined || em2 !== undefined) found.push({ kind: 'em', text: em ?? em2 ?? '' });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (text !== undefined && href !== undefined) {
      const safe = /^(https?:\/\/|\/(?!\/)|#)/.test(href);
      found.push(safe ? { kind: 'link', text, href } : { kind: 'text', text });
    }
  }
  if (end < line.length) found.push({ kind: 'text', text: line.slice(end) });
  return found;
}

/** A position, on a line of its own. */
const SCENE = /^!\[([^\]]*)\]\(scene:([\w-]+)\)\s*$/;
const ITEM = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/;

function cells(line: string): Span[][] {
  return line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()));
}

/** The blocks of a text. */
export function parse(markdown: string): Block[] {
  const lines = markdown.replace(/\r/g, '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const peek = (): string => lines[at] ?? '';
  const isPlain = (line: string): boolean =>
    line.trim() !== '' && !/^(#{1,6}\s|>|```|\s*\||---+\s*$)/.test(line) && !ITEM.test(line) && !SCENE.test(line);
  while (at < lines.length) {
    const line = peek();
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    const scene = SCENE.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') });
      at += 1;
    } else if (scene) {
      blocks.push({ kind: 'scene', words: scene[1] ?? '', name: scene[2] ?? '' });
      at += 1;
    } else if (/^---+\s*$/.test(line)) {
      blocks.push({ kind: 'rule' });
      at += 1;
    } else if (line.startsWith('```')) {
      const body: string[] = [];
      for (at += 1; at < lines.length && !peek().startsWith('```'); at += 1) body.push(peek());
      at += 1;
      blocks.push({ kind: 'code', text: body.join('\n') });
    } else if (line.startsWith('>')) {
      const body: string[] = [];
      for (; peek().startsWith('>'); at += 1) body.push(peek().replace(/^>\s?/, ''));
      blocks.push({ kind: 'quote', spans: spans(body.join(' ')) });
    } else if (line.trim().startsWith('|')) {
      const rows: string[] = [];
      for (; peek().trim().startsWith('|'); at += 1) rows.push(peek());
      const body = rows.filter((row) => !/^[\s|:-]+$/.test(row)).map(cells);
      blocks.push({ kind: 'table', head: body[0] ?? [], rows: body.slice(1) });
    } else if (item) {
      const ordered = item[2] !== undefined;
      const items: string[] = [];
      for (; at < lines.length; at += 1) {
        const next = ITEM.exec(peek());
        if (next && (next[2] !== undefined) === ordered) items.push(next[3] ?? '');
        else if (!next && /^\s+\S/.test(peek()) && items.length > 0) items[items.length - 1] += ` ${peek().trim()}`;
        else break;
      }
      blocks.push({ kind: 'list', ordered, start: Number(item[2] ?? 1), items: items.map((text) => ({ spans: spans(text), anchor: null })) });
    } else {
      const body = [line];
      for (at += 1; at < lines.length && isPlain(peek()); at += 1) body.push(peek());
      blocks.push({ kind: 'paragraph', spans: spans(body.join(' ')) });
    }
  }
  name(blocks);
  return blocks;
}

/**
 * Names the rules and rulings of a guide, so that it can be opened at one. Item n of the ordered list below "Rules"
 * is rule n; without that heading, the first item n of any ordered list is. A ruling begins with its bold name: **R2**.
 */
function name(blocks: readonly Block[]): void {
  const isRules = (block: Block): boolean => block.kind === 'heading' && block.spans.map((span) => span.text).join('') === 'Rules';
  const start = blocks.findIndex(isRules) + 1;
  const next = blocks.findIndex((block, n) => n >= start && block.kind === 'heading');
  const rules = start === 0 ? blocks : blocks.slice(start, next < 0 ? undefined : next);
  const known = new Set<string>();
  const give = (item: Item, number: string): void => {
    const anchor = anchorOf(number);
    if (!known.has(anchor)) item.anchor = anchor;
    known.add(anchor);
  };
  for (const block of rules) {
    if (block.kind === 'list' && block.ordered) block.items.forEach((item, n) => give(item, `${block.start + n}`));
  }
  for (const item of blocks.flatMap((block) => (block.kind === 'list' ? block.items : []))) {
    const [first] = item.spans;
    if (first?.kind === 'strong' && /^R\d+$/.test(first.text)) give(item, first.text);
  }
}
