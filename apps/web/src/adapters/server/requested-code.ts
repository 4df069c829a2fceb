import type { CodePurpose, LoginProof, ProofChallenge } from '@foray/contract';
import type { CancelSignal, Reply } from '@foray/sync';
import { pageCalls } from './page-calls.ts';
import { proofText } from '@foray/contract';

/** A challenge may expire before it is solved. */
const mostChallenges = 3;

/**
 * Asks the server to send a code to a phone for a purpose; in open mode the server answers and sends
 * nothing. If a proof of work is required, it is computed first.
 */
export async function requestCode(
  phone: string,
  purpose: CodePurpose,
  signal?: CancelSignal,
): Promise<Reply<unknown>> {
  const ask = (proof?: LoginProof) => {
    const body = { phone, purpose, ...(proof && { proof }) };
    return pageCalls.call('requestLoginCode', { body, signal, needsNewToken: true });
  };
  let reply = await ask();
  for (let asked = 0; asked < mostChallenges; asked += 1) {
    const wanted = reply.kind === 'refusal' ? reply.error?.proof : undefined;
    if (wanted === undefined) break;
    const solution = await solveChallenge(wanted, signal);
    if (solution === null) break;
    reply = await ask({ challenge: wanted.challenge, solution });
  }
  return reply;
}

/** Solves a challenge in a worker; null if `signal` aborts it, or if no worker runs. */
function solveChallenge(
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
