import { createTurns } from './turns.ts';

/** Work that the test finishes. */
function work() {
  let isBegun = false;
  let finish = (): void => undefined;
  const run = () => {
    isBegun = true;
    return new Promise<string>((resolve) => (finish = () => resolve('done')));
  };
  return { run, isBegun: () => isBegun, finish: () => finish() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('[API-13] a user’s requests run one after the other, and in parallel to those of others', async () => {
  const turns = createTurns({ lanes: 1, most: 20, onRefused: () => undefined });
  const [first, second, other] = [work(), work(), work()];
  const results = [turns.take(1, first.run), turns.take(1, second.run), turns.take(2, other.run)];
  await settled();
  expect([first, second, other].map(({ isBegun }) => isBegun())).toEqual([true, false, true]);
  first.finish();
  await settled();
  expect(second.isBegun()).toBe(true);
  second.finish();
  other.finish();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
});

test('[API-13] after a request that fails the next one runs', async () => {
  const turns = createTurns({ lanes: 1, most: 20, onRefused: () => undefined });
  const failing = turns.take(1, () => Promise.reject(new Error('lost')));
  const next = turns.take(1, () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('done');
});

test('[API-13] beyond the limit of waiting requests further ones are refused, until some have run', async () => {
  const turns = createTurns({ lanes: 1, most: 20, onRefused: () => undefined });
  const running = work();
  const first = turns.take(1, running.run);
  const waiting = Array.from({ length: 20 }, () => turns.take(1, () => Promise.resolve('done')));
  expect(await waiting[19]).toBe(null);
  await settled();
  running.finish();
  expect(await Promise.all([first, ...waiting.slice(0, 19)])).toEqual(Array(20).fill('done'));
  expect(await turns.take(1, () => Promise.resolve('done'))).toBe('done');
});

test('[QUOTA-09] as many requests run at once as there are lanes, and the next one starts when one ends', async () => {
  const turns = createTurns({ lanes: 2, most: 4, onRefused: () => undefined });
  const all = [work(), work(), work(), work()];
  const results = all.map(({ run }) => turns.take(1, run));
  const begun = () => all.map(({ isBegun }) => isBegun());
  await settled();
  expect(begun()).toEqual([true, true, false, false]);
  all[1]?.finish();
  await settled();
  expect(begun()).toEqual([true, true, true, false]);
  all[0]?.finish();
  await settled();
  for (const one of all) one.finish();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
  expect(await turns.take(1, () => Promise.resolve('again'))).toBe('again');
});
