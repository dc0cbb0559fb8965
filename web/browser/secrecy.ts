// Whether somebody was told what only another seat may know.

import type { State } from '../src/generated/messages';

type Heard = State & { text: string };

/** A seat, and everything that went over its socket. */
export type Told = { seat: number; states: Heard[] };

/** The faces of the cards that lie before a seat, as they are written in messages. */
function faces(state: State, seat: number): string[] {
  const own = state.scene.zones.filter((zone) => zone.owner === seat);
  return own.flatMap((zone) => (zone.pieces ?? []).flatMap(({ figure }) => (typeof figure === 'object' ? [JSON.stringify(figure)] : [])));
}

/**
 * Holds what each seat has heard against the hands of the others at the same moment. What an onlooker
 * without a seat was told then is no secret.
 */
export function compare(seats: Told[], onlooker: Heard[]): { leaks: string[]; compared: number } {
  const open = new Map(onlooker.map((state) => [state.version, state.text]));
  const leaks: string[] = [];
  let compared = 0;
  for (const holder of seats) {
    for (const state of holder.states) {
      const known = open.get(state.version);
      if (known === undefined) continue;
      const hidden = faces(state, holder.seat).filter((face) => !known.includes(face));
      for (const other of seats.filter((one) => one.seat !== holder.seat)) {
        for (const heard of other.states.filter((one) => one.version === state.version)) {
          compared += hidden.length;
          const found = hidden.filter((face) => heard.text.includes(face));
          leaks.push(...found.map((face) => `seat ${other.seat} was told of ${face} in the hand of seat ${holder.seat} at version ${state.version}`));
        }
      }
    }
  }
  return { leaks, compared };
}
