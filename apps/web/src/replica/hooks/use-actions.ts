import { useClient } from './client-context.tsx';
import type { ClientActions } from '../client/client.ts';

/** Everything a person can do; each promise resolves when the write is durable, and never rejects. */
export function useActions(): ClientActions {
  return useClient().actions;
}
