// A new scene is mostly the old one. What is the same stays the same object, so that only what changed is drawn anew.

type Keyed = { key: string };
type Fields = Record<string, unknown>;

function isKeyed(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';
}

function shareList(old: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byKey = new Map(old.flatMap((item) => (isKeyed(item) ? [[item.key, item] as const] : [])));
  const items = next.map((item, n) => share(isKeyed(item) ? byKey.get(item.key) : old[n], item));
  return items.length === old.length && items.every((item, n) => item === old[n]) ? old : items;
}

function shareFields(old: Fields, next: Fields): Fields {
  const names = Object.keys(next);
  const shared: Fields = {};
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    shared[name] = share(old[name], next[name]);
    if (shared[name] !== old[name]) isSame = false;
  }
  return isSame ? old : shared;
}

/** The next value, made of parts of the old one wherever they are equal; things with a key are known by it. */
export function share<T>(old: unknown, next: T): T {
  if (typeof old !== 'object' || old === null || typeof next !== 'object' || next === null) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  // Made of equal parts only, so it is of the same type.
  return (Array.isArray(next) ? shareList(old as unknown[], next) : shareFields(old as Fields, next as Fields)) as T;
}
