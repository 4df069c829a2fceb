import { isBlocked } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { blockedBy } from './blocked-dependents.ts';

/**
 * Gives a request a new key, since the server answers its old one with the same verdict for ever; with
 * `change` applied. Items that it deleted stay deleted by it, and what is parked because it is goes on
 * waiting for it. The basis of the next in its chain is the caller's to set (`rebaseQueue`).
 */
export async function renewKey(
  unit: UnitOfWork,
  request: QueuedRequest,
  change: Partial<QueuedRequest> = {},
): Promise<QueuedRequest> {
  const { delivery: _, sentHead: __, ...plain } = request;
  const again = { ...plain, ...change, id: unit.device.ids.uuid(), sent: false };
  await unit.dropRequest(request.id);
  await unit.putRequest(again);
  if (isBlocked(again.state)) {
    for (const one of await blockedBy(unit, new Set([request.id]))) {
      if (!isBlocked(one.state)) continue;
      const why = { kind: 'dependency', on: again.id } as const;
      await unit.putRequest({ ...one, state: { ...one.state, why } });
    }
  }
  for (const uuid of request.touches) {
    const row = await unit.item(uuid);
    if (row?.deletedBy === request.id) unit.put({ ...row, deletedBy: again.id });
  }
  return again;
}

/** As `rekey`, one after the other: what is parked with another one follows that one's new key. */
export async function renewKeys(
  unit: UnitOfWork,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const { id } of requests) {
    const request = await unit.tx.request(id);
    if (request !== undefined) await renewKey(unit, request);
  }
}
