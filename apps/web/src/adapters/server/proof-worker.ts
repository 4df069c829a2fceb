/// <reference lib="webworker" />
import { sha256 } from '@noble/hashes/sha2.js';

declare const self: DedicatedWorkerGlobalScope;

/** A search for a number after `prefix` whose hash begins with `bits` zero bits, 1 to 32. */
interface ProofSearch {
  readonly prefix: string;
  readonly bits: number;
}

/**
 * The first such number from 0 on; each bit doubles the time. The browser's own hash function is
 * asynchronous, which takes longer than hashing a short text here, and is missing without TLS.
 */
function findSolution({ prefix, bits }: ProofSearch): number {
  const encoder = new TextEncoder();
  for (let solution = 0; ; solution += 1) {
    const hash = sha256(encoder.encode(prefix + solution));
    if (Math.clz32(new DataView(hash.buffer).getUint32(0)) >= bits) return solution;
  }
}

/** Searches for a proof of work beside the page, which stays responsive. */
self.addEventListener('message', ({ data }: MessageEvent<ProofSearch>) => {
  self.postMessage(findSolution(data));
});
