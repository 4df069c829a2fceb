import type { CallContext } from '@foray/sync';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpTransport } from './http-transport.ts';
import { pageCalls } from './page-calls.ts';
import { serverCalls } from './server-calls.ts';

const context: CallContext = { actor: 1000, epoch: null, positions: [], timeoutMs: null };

/** A server that never answers; calls end only by being given up. */
function silentServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        const end = () => reject(new Error('aborted'));
        if (options?.signal?.aborted) end();
        options?.signal?.addEventListener('abort', end);
      }),
  );
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[API-12] a request of a sync cycle has the deadline of its context, any other has none', async () => {
  const fetched = silentServer();
  const transport = createHttpTransport(pageCalls);
  const outcomes: string[] = [];
  const note = (name: string) => (reply: { readonly kind: string }) =>
    void outcomes.push(`${name} ${reply.kind}`);
  void transport.fetchChanges(0, 1, { ...context, timeoutMs: 30_000 }).then(note('run'));
  void transport.me().then(note('me'));
  void transport.config().then(note('config'));
  void serverCalls.listMutuals(context).then(note('mutuals'));
  expect(fetched).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcomes).toEqual(['run noAnswer']);
});

test('what a person gives up ends without an answer, before the call or in it', async () => {
  const fetched = silentServer();
  const abort = new AbortController();
  const reply = createHttpTransport(pageCalls).login({ phone: '+1', name: 'Ada' }, abort.signal);
  await expect.poll(() => fetched).toHaveBeenCalled();
  abort.abort();
  expect(await reply).toMatchObject({ kind: 'noAnswer' });
});

test('[OFF-06] a network that fails brings no answer, and a server that fails is no missing answer', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const transport = createHttpTransport(pageCalls);
  expect(await transport.fetchChanges(0, 1, context)).toEqual({ kind: 'noAnswer', why: 'network' });
  fetched.mockResolvedValue(new Response('', { status: 500 }));
  expect(await transport.fetchChanges(0, 1, context)).toMatchObject({
    kind: 'refusal',
    status: 500,
  });
});
