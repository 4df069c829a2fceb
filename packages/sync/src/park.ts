import { kindOf } from './operation.ts';
import { rekey } from './rekey.ts';
import type { ParkReason, QueuedRequest } from './queued-request.ts';
import type { Unit } from './unit.ts';

/**
 * Moves a request to Needs attention, and with it what depends on it and nothing else (design: sync,
 * section 4): later requests about the items it touches, and those that need an item it would have
 * made. Parked ones stay in the item's fold, so that what a person wrote stays in sight.
 */
export async function park(unit: Unit, request: QueuedRequest, why: ParkReason): Promise<void> {
  const since = unit.deviceNow();
  await unit.putRequest({ ...request, state: { kind: 'parked', why, since } });
  for (const dependent of dependentsOf(request, await unit.tx.queue())) {
    if (dependent.state.kind === 'parked') continue;
    const state = { kind: 'parked', why: { kind: 'dependency', on: request.id }, since } as const;
    await unit.putRequest({ ...dependent, state });
  }
}

/**
 * Puts a parked request back into the queue, with what waited for it and what it waits for. After a
 * verdict it takes a new key, because the old one answers with the same verdict for ever.
 */
export async function revive(unit: Unit, requestId: string): Promise<void> {
  const request = await unit.tx.request(requestId);
  if (request === undefined || request.state.kind !== 'parked') return;
  const { why } = request.state;
  const revived = { retries: 0, state: { kind: 'queued' } } as const;
  if (why.kind === 'verdict') await rekey(unit, request, revived);
  else await unit.putRequest({ ...request, ...revived });
  if (why.kind === 'dependency') await revive(unit, why.on);
  for (const other of await unit.tx.queue()) {
    const waits = other.state.kind === 'parked' ? other.state.why : null;
    if (waits?.kind === 'dependency' && waits.on === request.id) await revive(unit, other.id);
  }
}

/** The requests of a queue (ascending) that cannot take effect unless `request` does, ascending. */
export function dependentsOf(
  request: QueuedRequest,
  queue: readonly QueuedRequest[],
): readonly QueuedRequest[] {
  const touched = new Set<string>();
  const missing = new Set<string>();
  const found: QueuedRequest[] = [];
  const add = (one: QueuedRequest): void => {
    for (const uuid of one.touches) touched.add(uuid);
    const kind = kindOf(one);
    if ((kind === 'create' || kind === 'restore') && one.itemUuid !== null)
      missing.add(one.itemUuid);
  };
  add(request);
  for (const other of queue) {
    if (other.seq <= request.seq) continue;
    const depends =
      other.touches.some((uuid) => touched.has(uuid)) ||
      other.needs.some((uuid) => missing.has(uuid));
    if (!depends) continue;
    add(other);
    found.push(other);
  }
  return found;
}
