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

/**
 * The requests of a queue (ascending) that cannot take effect unless `request` does, ascending: later
 * ones about what it touches, and children of what it would make, which may be queued before it where
 * both are made again after a restored backup.
 */
export function dependentsOf(
  request: QueuedRequest,
  queue: readonly QueuedRequest[],
): readonly QueuedRequest[] {
  const found = new Set<QueuedRequest>();
  const left = [request];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { seq, touches, itemUuid } = one;
    const kind = kindOf(one);
    const made = kind === 'create' || kind === 'restore' ? itemUuid : null;
    for (const other of queue) {
      if (other.id === request.id || found.has(other)) continue;
      const follows = other.seq > seq && other.touches.some((uuid) => touches.includes(uuid));
      const isBelow = made !== null && other.needs.includes(made);
      if (!follows && !isBelow) continue;
      found.add(other);
      left.push(other);
    }
  }
  return queue.filter((other) => found.has(other));
}
