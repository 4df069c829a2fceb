import { isBlocked } from '../store/queued-request.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { blockedBy } from './dependents.ts';

/**
 * Gives a request a new key, since the server always returns the recorded answer for the old one, and
 * applies `change`. Items that it deleted stay deleted by it, and what is blocked with it keeps waiting
 * for it. The caller sets the basis of the next request in its chain (`rebaseQueue`).
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

/** Renews the keys of several requests in order: what is blocked with one follows its new key. */
export async function renewKeys(
  unit: UnitOfWork,
  requests: readonly QueuedRequest[],
): Promise<void> {
  for (const { id } of requests) {
    const request = await unit.tx.request(id);
    if (request !== undefined) await renewKey(unit, request);
  }
}
