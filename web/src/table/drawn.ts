// The drawing of a table, as it is fetched: its places are read, and it is as large as it says, so that its units are pixels.

import { placed } from '../themes/art';
import { fetchDrawing } from '../themes/drawings';
import { wanted } from '../themes/supply.svelte';
import { readStage, type Stage } from './anchors';

export type Drawn = { svg: string; stage: Stage };

export async function fetchStage(game: string, which: 'wide' | 'tall'): Promise<Drawn> {
  const svg = await fetchDrawing(`/api/games/${encodeURIComponent(game)}/art/${which}.svg`);
  const stage = readStage(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
  if (!stage) throw new Error(`${which}.svg of ${game} has no frame`);
  for (const id of placed(svg)) wanted.add(id);
  return { svg: svg.replace('<svg ', `<svg width="${stage.view.w}" height="${stage.view.h}" `), stage };
}
