// The few lines of a guide that somebody needs before the first move.

const SHORT = 'In short';

/** A guide's opening words and its section "In short", as Markdown without their headings. */
export function gist(guide: string): string {
  const kept: string[] = [];
  let isKept = true;
  for (const line of guide.replace(/\r/g, '').split('\n')) {
    const heading = /^(#{1,6})\s+(.*?)\s*$/.exec(line);
    if (!heading) {
      if (isKept) kept.push(line);
    } else {
      // The title opens the guide; what follows it up to the next heading says what the game is about.
      isKept = heading[1] === '#' || heading[2] === SHORT;
      kept.push('');
    }
  }
  return kept.join('\n').trim().replace(/\n{3,}/g, '\n\n');
}
