// Drawings that come as files and are drawn in the page, so that they take its colours.

const fetched = new Map<string, Promise<string>>();

/** The drawing at an address; asked for once, and again if that failed. */
export function fetchDrawing(url: string): Promise<string> {
  const known = fetched.get(url) ?? load(url);
  fetched.set(url, known);
  known.catch(() => fetched.delete(url));
  return known;
}

async function load(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}
