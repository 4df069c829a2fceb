import { TestConnectivity, VirtualTime } from '@foray/sync/testing';
import { lazyCode, lazyMethods, networkBack } from './lazy-code.ts';

/** Code whose first `failures` requests fail. */
function failing(failures: number) {
  const time = new VirtualTime();
  const connectivity = new TestConnectivity();
  const scheduler = {
    after: (delayMs: number, work: () => void) => time.after(delayMs, work),
    every: (periodMs: number, work: () => void) => time.every(periodMs, work),
  };
  let requests = 0;
  const { load: code } = lazyCode(
    async () => {
      requests += 1;
      if (requests <= failures) throw new TypeError('Failed to fetch');
      return 'code';
    },
    () => networkBack({ connectivity, scheduler }),
  );
  return { code, time, connectivity, requests: () => requests };
}

test('code is fetched once, and only when it is needed', async () => {
  const { code, requests } = failing(0);
  expect(requests()).toBe(0);
  expect(await Promise.all([code(), code()])).toEqual(['code', 'code']);
  expect(requests()).toBe(1);
});

test('code that cannot be fetched is requested again every 5 s', async () => {
  const { code, time, requests } = failing(2);
  const fetched = code();
  await time.pass(4999);
  expect(requests()).toBe(1);
  await time.pass(1);
  expect(requests()).toBe(2);
  await time.pass(5000);
  expect(await fetched).toBe('code');
  expect(requests()).toBe(3);
});

test('code that cannot be fetched is requested again when the network is back', async () => {
  const { code, connectivity, time, requests } = failing(1);
  const fetched = code();
  connectivity.set(false);
  await time.pass(0);
  expect(requests()).toBe(1);
  connectivity.set(true);
  expect(await fetched).toBe('code');
  await time.pass(60_000);
  expect(requests()).toBe(2);
});

test('an eager call whose code cannot be fetched rejects, and the next call requests the code again', async () => {
  let requests = 0;
  const { load, loaded } = lazyCode(async () => {
    requests += 1;
    if (requests === 1) throw new TypeError('Failed to fetch');
    return 'code';
  });
  const [first, second] = await Promise.allSettled([load(), load()]);
  expect([first.status, second.status, requests]).toEqual(['rejected', 'rejected', 1]);
  expect(loaded.get()).toBe(null);
  expect(await load()).toBe('code');
  expect(loaded.get()).toBe('code');
  expect(requests).toBe(2);
});

test('a lazy method is called with its arguments once its code has loaded', async () => {
  let arrive = (_: { add(a: number, b: number): number }): void => undefined;
  const coming = new Promise<{ add(a: number, b: number): number }>((resolve) => {
    arrive = resolve;
  });
  const methods = lazyMethods({}, () => coming);
  const sum = methods.add(1, 2);
  arrive({ add: (a, b) => a + b });
  expect(await sum).toBe(3);
});

test('a method called early returns at once, and loads no code', () => {
  let requests = 0;
  const methods = lazyMethods({ name: () => 'early' }, async () => {
    requests += 1;
    return { other: () => 'late' };
  });
  expect(methods.name()).toBe('early');
  expect(requests).toBe(0);
});

test('a method is the same function at each access', () => {
  const methods = lazyMethods({ early: () => 1 }, async () => ({ late: () => 2 }));
  expect(methods.early).toBe(methods.early);
  expect(methods.late).toBe(methods.late);
});
