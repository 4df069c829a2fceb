import { err, ok, type Result } from '@foray/domain';
import { fakeClient } from '../testing/fake-client.ts';
import { ServerCache, serverCacheOf } from './server-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page with the time of the fake timers, which can become visible. */
function testPage() {
  const listeners = new Set<(isVisible: boolean) => void>();
  const ports = {
    clock: { nowMs: () => Date.now() },
    scheduler: {
      after(delayMs: number, work: () => void) {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
      every: () => () => undefined,
    },
    visibility: {
      isVisible: () => true,
      subscribe(listener: (isVisible: boolean) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
  const comeToFront = () => {
    for (const listener of listeners) listener(true);
  };
  return { ports, comeToFront };
}

/** A cache, and a question with 30 s of freshness whose calls are counted. */
function questionTo(answer: (signal: AbortSignal) => Promise<Result<number, string>>) {
  const { ports, comeToFront } = testPage();
  const cache = new ServerCache<number>(ports);
  const ask = vi.fn(answer);
  const watch = () => cache.watch({ key: 'a', freshMs: 30_000, ask }, () => undefined);
  return { cache, ask, watch, comeToFront };
}

test('[CACHE-01] a failed query is tried 3 more times, 1, 2 and 4 seconds apart', async () => {
  const { cache, ask, watch } = questionTo(async () => err('no'));
  onTestFinished(watch());
  for (const [delayMs, tries] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await pass(delayMs - 1);
    expect(ask).toHaveBeenCalledTimes(tries - 1);
    expect(cache.get('a').phase).toBe('asking');
    await pass(1);
    expect(ask).toHaveBeenCalledTimes(tries);
  }
  await pass(600_000);
  expect(ask).toHaveBeenCalledTimes(4);
  expect(cache.get('a')).toEqual({ data: undefined, phase: 'failed' });
});

test('[CACHE-01] a response that no component uses is dropped after 5 minutes', async () => {
  const { cache, watch } = questionTo(async () => ok(1));
  const leave = watch();
  await pass(600_000);
  expect(cache.get('a').data).toBe(1);
  leave();
  await pass(200_000);
  // Using the response again restarts the five minutes.
  watch()();
  await pass(299_999);
  expect(cache.get('a').data).toBe(1);
  await pass(1);
  expect(cache.get('a').data).toBeUndefined();
});

test('[ACT-04] a response older than 30 seconds is requested again when it is next used or the page becomes visible', async () => {
  const { ask, watch, comeToFront } = questionTo(async () => ok(1));
  watch()();
  const leave = watch();
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(2);
  await pass(29_999);
  comeToFront();
  watch()();
  expect(ask).toHaveBeenCalledTimes(2);
  await pass(1);
  comeToFront();
  expect(ask).toHaveBeenCalledTimes(3);
  await pass(30_000);
  leave();
  comeToFront();
  expect(ask).toHaveBeenCalledTimes(3);
  onTestFinished(watch());
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a response stays while a newer one is requested, and if that request fails', async () => {
  let isLost = false;
  const { cache, watch, comeToFront } = questionTo(async () => (isLost ? err('no') : ok(1)));
  onTestFinished(watch());
  await pass(30_000);
  isLost = true;
  comeToFront();
  expect(cache.get('a')).toEqual({ data: 1, phase: 'asking' });
  await pass(7_000);
  expect(cache.get('a')).toEqual({ data: 1, phase: 'failed' });
});

test('a query that was cancelled stays without a response until it is made again', async () => {
  const answers: ((answer: Result<number, string>) => void)[] = [];
  const { cache, ask, watch } = questionTo(() => new Promise((resolve) => answers.push(resolve)));
  onTestFinished(watch());
  cache.retry('a');
  expect(ask).toHaveBeenCalledTimes(1);
  cache.giveUp('a');
  expect(ask.mock.lastCall?.[0].aborted).toBe(true);
  expect(cache.get('a').phase).toBe('failed');
  answers[0]?.(ok(1));
  await pass(600_000);
  expect(cache.get('a')).toEqual({ data: undefined, phase: 'failed' });
  cache.retry('a');
  expect(cache.get('a').phase).toBe('asking');
  answers[1]?.(ok(2));
  await pass(0);
  expect(cache.get('a')).toEqual({ data: 2, phase: 'idle' });
});

test('a query is cancelled when no component uses it any more', async () => {
  const { ask, watch } = questionTo(async () => err('no'));
  const [leave, leaveToo] = [watch(), watch()];
  leave();
  expect(ask.mock.lastCall?.[0].aborted).toBe(false);
  leaveToo();
  expect(ask.mock.lastCall?.[0].aborted).toBe(true);
  await pass(600_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('[I6] the responses of an account are removed when the next account is shown', async () => {
  const fake = fakeClient();
  const { ports } = testPage();
  const cache = serverCacheOf(fake.client, ports);
  const leave = cache.watch({ key: 'a', freshMs: 1, ask: async () => ok(null) }, () => undefined);
  await pass(0);
  leave();
  expect(serverCacheOf(fake.client, ports).get('a').data).toBeNull();
  fake.notify({ kind: 'accountLeft' });
  expect(cache.get('a').data).toBeUndefined();
});
