import type { QueuedRequest } from '@foray/sync';
import type { SimServer } from './server.ts';

/**
 * Whether a later request says the same: one about an item that the device makes again after a restored
 * backup, which another device may have deleted there meanwhile.
 */
export function isCarriedOn(
  server: SimServer,
  { seq, itemUuid, data }: QueuedRequest,
  queue: Iterable<QueuedRequest>,
): boolean {
  if (server.restores === 0 || itemUuid === null || data === null) return false;
  const { user_id: assigned_to, ...fields } = data;
  const said = Object.entries({ ...fields, ...(assigned_to !== undefined && { assigned_to }) });
  return [...queue].some(
    (one) =>
      one.seq > seq &&
      one.itemUuid === itemUuid &&
      said.every(([field, value]) => one.data?.[field] === value),
  );
}
