// Whether nobody touched the shuffle: the told secret is the one that was committed to, and the deal follows from it.

import type { TableRecord } from '../generated/messages';

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Holds a record against the commitment that this page was told when it came. Whether every move was legal takes the
 * rules; `boxwood verify` has them. False also where the browser cannot say: it has no hashes on pages without TLS.
 */
export async function isShuffleProved({ fairness, record }: TableRecord, commitment: string): Promise<boolean> {
  const seed = typeof record === 'object' && record !== null && 'seed' in record ? record.seed : undefined;
  if (fairness.secret === undefined || fairness.commitment !== commitment || !globalThis.crypto?.subtle) return false;
  const text = new TextEncoder();
  if ((await sha256(text.encode(fairness.secret))) !== commitment) return false;
  return (await sha256(text.encode([fairness.secret, ...fairness.luck].join('\0')))) === seed;
}
