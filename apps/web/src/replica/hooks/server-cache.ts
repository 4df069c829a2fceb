import {
  maxQueryRetryDelayMs,
  queryRetries,
  queryRetryDelayMs,
  queryUnusedMs,
} from '@foray/domain';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '../client/client.ts';

/**
 * A cache for what only the server knows, with the specification's values: failed queries
 * are tried again 3 times, 1, 2, 4 … and at most 30 seconds apart; unused ones are dropped after 5
 * minutes; mutations are never retried. Items never go through it (decision 0016).
 */
export function createServerCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: queryRetries,
        retryDelay: (failures) => Math.min(queryRetryDelayMs * 2 ** failures, maxQueryRetryDelayMs),
        gcTime: queryUnusedMs,
      },
      mutations: { retry: false },
    },
  });
}

const caches = new WeakMap<Client, QueryClient>();

/** The cache of a running client; emptied when another account, or none, is shown (invariant I6). */
export function serverCacheOf(client: Client): QueryClient {
  const known = caches.get(client);
  if (known) return known;
  const cache = createServerCache();
  caches.set(client, cache);
  client.onNotice((notice) => {
    if (notice.kind === 'accountLeft') cache.clear();
  });
  return cache;
}
