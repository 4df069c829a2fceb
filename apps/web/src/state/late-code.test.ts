import { TestConnectivity, VirtualTime } from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { lateCode } from './late-code.ts';

/** Code whose first `failures` requests fail. */
function failing(failures: number) {
  const time = new VirtualTime();
  const connectivity = new TestConnectivity();
  const scheduler = {
    after: (delayMs: number, work: () => void) => time.after(delayMs, work),
    every: (periodMs: number, work: () => void) => time.every(periodMs, work),
  };
  let requests = 0;
  const code = lateCode(
    async () => {
      requests += 1;
      if (requests <= failures) throw new TypeError('Failed to fetch');
      return 'code';
    },
    { connectivity, scheduler },
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
