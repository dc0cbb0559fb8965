// How the scores came about, round by round.

import type { Outcome, Player } from '../generated/messages';

/** What each seat had after each round, from nothing; null if not every seat has the same rounds, or none. */
export function totals(players: readonly Player[]): number[][] | null {
  const rounds = players[0]?.rounds?.length ?? 0;
  if (rounds === 0 || players.some((player) => player.rounds?.length !== rounds)) return null;
  return players.map((player) => (player.rounds ?? []).reduce((sums, points) => [...sums, (sums[sums.length - 1] ?? 0) + points], [0]));
}

export type Line = { points: [number, number][] };
export type Chart = { lines: Line[]; ticks: { value: number; y: number }[]; columns: number[] };

/** A step of 1, 2 or 5 times a power of ten, so that a scale has at most four of them. */
function stepOf(range: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, range / 4)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => range / step <= 4) ?? 10 * power;
}

/** The totals as lines in a box: rounds from left to right, points upwards. */
export function chart(sums: readonly (readonly number[])[], width: number, height: number): Chart {
  const all = sums.flat();
  const step = stepOf(Math.max(...all, 1) - Math.min(...all, 0));
  const low = Math.floor(Math.min(...all, 0) / step) * step;
  const high = Math.ceil(Math.max(...all, 1) / step) * step;
  const rounds = Math.max(1, (sums[0]?.length ?? 1) - 1);
  const x = (round: number): number => (width * round) / rounds;
  const y = (value: number): number => height - (height * (value - low)) / (high - low);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => ({ value: low + n * step, y: y(low + n * step) }));
  return { lines: sums.map((line) => ({ points: line.map((value, round): [number, number] => [x(round), y(value)]) })), ticks, columns: Array.from({ length: rounds }, (_, n) => x(n + 1)) };
}

/** The same heights, moved as little as needed to be so far apart; the order stays. */
export function apart(heights: readonly number[], least: number): number[] {
  const order = heights.map((_, n) => n).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  // Down from the highest, then the whole up again by half of what the lowest was moved.
  order.forEach((n, place) => {
    const above = order[place - 1];
    if (above !== undefined) moved[n] = Math.max(moved[n] ?? 0, (moved[above] ?? 0) + least);
  });
  const last = order[order.length - 1];
  const excess = last === undefined ? 0 : (moved[last] ?? 0) - (heights[last] ?? 0);
  return moved.map((height) => height - excess / 2);
}

/** "−3", with a sign as wide as a figure. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);

/** "8 + 10 − 2": what the rounds brought. */
export function sumOf(rounds: readonly number[]): string {
  return rounds.map((points, n) => (n === 0 ? signed(points) : points < 0 ? `− ${-points}` : `+ ${points}`)).join(' ');
}

/** "planted 9, loose −3": what a score is made of. */
export function partsOf(player: Player | undefined): string {
  return (player?.parts ?? []).map(({ label, points }) => `${label} ${signed(points)}`).join(', ');
}

/** What a score is made of, or else what is known of somebody. */
export function madeOf(player: Player | undefined): string {
  return partsOf(player) || (player?.facts ?? []).filter((fact) => !fact.thing).map(({ label, value }) => `${label} ${value}`).join(', ');
}

/** Whether there is anything to tell of an end beyond who has won. */
export function hasScores({ team }: Outcome, players: readonly Player[]): boolean {
  return !team || players.some((player) => madeOf(player) !== '');
}
