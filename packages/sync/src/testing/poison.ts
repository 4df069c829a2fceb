import { wireError, type BatchRequest } from '@foray/contract';
import type { Reply } from '../store/ports.ts';
import type { TestDevice } from './test-world.ts';

/** The ends of a call without an answer. */
export type ProvokedFailure = Exclude<Reply<never>, { kind: 'answer' }>;

/** A status without the server's error body: a server that failed at it, or a proxy. */
export function refusal(status: number): ProvokedFailure {
  const untold = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
  return { kind: 'refusal', status, error: null, ...untold };
}

/** The possible failures of a whole batch that contains a bad request. */
export const failures: readonly (readonly [string, ProvokedFailure])[] = [
  ['answers 500', refusal(500)],
  ['answers 502 for a server that broke over it', refusal(502)],
  ["is refused by a proxy's 400", refusal(400)],
  ["is refused by a proxy's 403", refusal(403)],
  ["is refused by a proxy's 405", refusal(405)],
  ["is refused by a proxy's 413", refusal(413)],
  ["is refused by a proxy's 422", refusal(422)],
  ['comes back garbled', { kind: 'garbled', status: 200 }],
  ['gets no answer', { kind: 'noAnswer', why: 'network' }],
  ['hangs', { kind: 'noAnswer', why: 'timeout' }],
];

/** Our server's response while its database cannot answer. */
export function unavailable(retryAfterMs = 2000): ProvokedFailure {
  return { ...refusal(503), error: wireError('unavailable'), retryAfterMs } as ProvokedFailure;
}

/** Every failure that asks the app to wait. */
export const putOffs: readonly (readonly [string, ProvokedFailure])[] = [
  ['is unavailable', unavailable()],
  ["gets a proxy's 503 without Retry-After", refusal(503)],
  ['is rate limited', { ...refusal(429), error: wireError('rate_limited') } as ProvokedFailure],
  ['gets a 500 with Retry-After', { ...refusal(500), retryAfterMs: 2000 } as ProvokedFailure],
];

/** Makes every batch that names one of the items fail as a whole, without any effect. */
export function poison(of: TestDevice, uuids: readonly string[], failure: ProvokedFailure) {
  const send = of.transport.sendBatch.bind(of.transport);
  const state = {
    tries: 0,
    end() {
      of.transport.sendBatch = send;
    },
  };
  of.transport.sendBatch = async (batch, context) => {
    const rest = without(batch, uuids);
    if (rest.requests.length === batch.requests.length) return send(batch, context);
    state.tries += 1;
    of.transport.batches.push(batch);
    return failure;
  };
  return state;
}

/** A batch without the requests about these items. */
export function without({ requests }: BatchRequest, uuids: readonly string[]): BatchRequest {
  const isAbout = ({ url, data }: BatchRequest['requests'][number]): boolean =>
    uuids.some(
      (uuid) => url.includes(uuid) || JSON.stringify(data ?? {}).includes(`"uuid":"${uuid}"`),
    );
  return { requests: requests.filter((entry) => !isAbout(entry)) };
}
