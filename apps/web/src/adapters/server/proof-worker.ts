/// <reference lib="webworker" />
import { findSolution } from './proof-search.ts';
import type { ProofSearch } from './proof-search.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Searches for a proof of work beside the page, which stays responsive. */
self.addEventListener('message', ({ data }: MessageEvent<ProofSearch>) => {
  self.postMessage(findSolution(data));
});
