import type { QueuedRequest } from './queued-request.ts';
import type { Unit } from './unit.ts';

/**
 * Gives a request a new key, since the server answers its old one with the same verdict for ever; with
 * `change` applied. Items that it deleted stay deleted by it. The basis of the next in its chain is
 * the caller's to set (`rechain`).
 */
export async function rekey(
  unit: Unit,
  request: QueuedRequest,
  change: Partial<QueuedRequest> = {},
): Promise<QueuedRequest> {
  const again = { ...request, ...change, id: unit.device.ids.uuid(), sent: false };
  await unit.dropRequest(request.id);
  await unit.putRequest(again);
  for (const uuid of request.touches) {
    const row = await unit.item(uuid);
    if (row?.deletedBy === request.id) unit.place({ ...row, deletedBy: again.id });
  }
  return again;
}
