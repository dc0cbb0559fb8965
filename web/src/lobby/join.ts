// What somebody may paste to come to a table: a link, a part of one, or the code alone.

/** Codes are letters and digits, too many for a word that somebody searches for. */
const CODE = /^[0-9A-Za-z]{16,64}$/;

/** The address on this server that a text leads to; null if it is neither a link nor a code. */
export function addressIn(text: string): string | null {
  const word = text.trim();
  if (CODE.test(word)) return `/t/${word}`;
  const path = /(?:^|\/)((?:t|link)\/[0-9A-Za-z]+)\/?(?:[?#].*)?$/.exec(word)?.[1];
  return path ? `/${path}` : null;
}
