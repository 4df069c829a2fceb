import { proofText } from '@foray/contract';
import type { ProofChallenge } from '@foray/contract';
import type { CancelSignal } from '@foray/sync';

/** Solves a challenge in a worker; null if `signal` aborts it, or if no worker runs. */
export function solveChallenge(
  { challenge, bits }: ProofChallenge,
  signal?: CancelSignal,
): Promise<number | null> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    signal?.addEventListener('abort', () => resolve(null));
    if (signal?.aborted) resolve(null);
    worker.postMessage({ prefix: proofText(challenge, ''), bits });
  }).finally(() => worker.terminate());
}
