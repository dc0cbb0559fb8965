// What is known of a zone need not be found out again: zones never change, a new scene has new ones.

import type { Zone } from '../generated/messages';

/** Remembers what was found out about a zone: sizes are tried dozens of times with the same zones. */
export function once<T>(find: (zone: Zone) => T): (zone: Zone) => T {
  const known = new WeakMap<Zone, { found: T }>();
  return (zone) => {
    const old = known.get(zone);
    if (old) return old.found;
    const found = find(zone);
    known.set(zone, { found });
    return found;
  };
}
