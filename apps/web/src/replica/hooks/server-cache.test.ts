import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerCache, serverCacheOf } from './server-cache.ts';
import { fakeClient } from '../testing/fake-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[CACHE-01] a failed query is tried 3 times more, 1, 2 and 4 seconds apart', async () => {
  const cache = createServerCache();
  const ask = vi.fn(() => Promise.reject(new Error('no')));
  const stop = new QueryObserver(cache, { queryKey: ['a'], queryFn: ask }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(ask).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).toHaveBeenCalledTimes(4);
  expect(cache.getQueryState(['a'])?.status).toBe('error');
  stop();
});

test('[CACHE-01] the pause before another try is never above 30 seconds', () => {
  const delay = createServerCache().getDefaultOptions().queries?.retryDelay;
  if (typeof delay !== 'function') throw new Error('a fixed delay');
  const error = new Error('no');
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => delay(failures, error))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('[CACHE-01] what nobody looks at is dropped after 5 minutes', async () => {
  const cache = createServerCache();
  const observer = new QueryObserver(cache, { queryKey: ['a'], queryFn: () => 1 });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(600_000);
  expect(cache.getQueryData(['a'])).toBe(1);
  stop();
  await vi.advanceTimersByTimeAsync(299_999);
  expect(cache.getQueryData(['a'])).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(cache.getQueryData(['a'])).toBeUndefined();
});

test('[CACHE-01] a failed mutation is not tried again', async () => {
  const change = vi.fn(() => Promise.reject(new Error('no')));
  const observer = new MutationObserver(createServerCache(), { mutationFn: change });
  await expect(observer.mutate()).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(change).toHaveBeenCalledTimes(1);
});

test('[I6] nothing asked for by one account is there for the next', () => {
  const fake = fakeClient();
  const cache = serverCacheOf(fake.client);
  cache.setQueryData(['a'], 1);
  expect(serverCacheOf(fake.client).getQueryData(['a'])).toBe(1);
  fake.notify({ kind: 'accountLeft' });
  expect(cache.getQueryData(['a'])).toBeUndefined();
});
