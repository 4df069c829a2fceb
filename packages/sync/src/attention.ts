import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { Device } from './device.ts';
import { Dependents } from './dependents.ts';
import { refold, seatChildren } from './fold-row.ts';
import { kindOf } from './operation.ts';
import { rechain } from './outbox.ts';
import { revive } from './park.ts';
import { rerollFamilies } from './reroll.ts';
import type { StoreFailure } from './ports.ts';
import { endIdleConflict } from './staged.ts';
import type { QueuedRequest } from './queued-request.ts';
import { Unit } from './unit.ts';

/** Tries a request in Needs attention again; the caller starts a run. */
export function retryRequest(device: Device, requestId: string): ActionOutcome {
  return onRequest(device, requestId, async (unit, request) => {
    await revive(unit, [requestId]);
    await refreshRows(unit, [request]);
  });
}

/** Gives up a request in Needs attention and, since it would be refused too, what depends on it. */
export function discardRequest(device: Device, requestId: string): ActionOutcome {
  return onRequest(device, requestId, async (unit, request) => {
    const dropped = [request, ...new Dependents(await unit.tx.queue()).take(request)];
    for (const one of dropped) await unit.dropRequest(one.id);
    await refreshRows(unit, dropped);
  });
}

/** Puts back into the queue what was parked for server errors; done hourly, at start, by Sync Now. */
export async function reviveServerErrors(unit: Unit): Promise<number> {
  let revived = 0;
  for (const { id, state } of await unit.tx.queue()) {
    if (state.kind !== 'parked' || state.why.kind !== 'server_errors') continue;
    await revive(unit, [id]);
    revived += 1;
  }
  return revived;
}

type ActionOutcome = Promise<Result<void, 'not_found' | StoreFailure>>;

async function onRequest(
  device: Device,
  requestId: string,
  work: (unit: Unit, request: QueuedRequest) => Promise<void>,
): ActionOutcome {
  const written = await device.store.write(async (tx) => {
    const request = await tx.request(requestId);
    if (request === undefined || request.state.kind !== 'parked') return null;
    const unit = await Unit.open(tx, device);
    await work(unit, request);
    return { change: await unit.finish() };
  });
  if (!written.ok) return err(written.error);
  if (written.value === null) return err('not_found');
  if (written.value.change !== null) device.changes.publish(written.value.change);
  return ok(undefined);
}

/** Folds anew every item that the requests touch; one that only they had made leaves the device. */
async function refreshRows(unit: Unit, requests: readonly QueuedRequest[]): Promise<void> {
  const parents = new Set<string | null>();
  for (const uuid of new Set(requests.flatMap(({ touches }) => touches))) {
    const row = await unit.item(uuid);
    if (row === undefined) continue;
    parents
      .add(row.uuid)
      .add(row.parent_uuid)
      .add(row.base?.parent_uuid ?? null);
    const left = await unit.tx.queueOf(uuid);
    const wasMadeHere = requests.some((one) => one.itemUuid === uuid && kindOf(one) === 'create');
    if (row.base === null && wasMadeHere && left.length === 0) {
      unit.erase(row);
      await seatChildren(unit, row);
      continue;
    }
    const isDeleter = ({ id }: QueuedRequest): boolean => id === row.deletedBy;
    const isDeleterGone = requests.some(isDeleter) && !left.some(isDeleter);
    const shown = await refold(unit, isDeleterGone ? { ...row, deletedBy: null } : row);
    await rechain(unit, shown);
    await endIdleConflict(unit, uuid);
  }
  await rerollFamilies(unit, [...parents]);
}
