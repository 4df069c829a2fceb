import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { Device } from './device.ts';
import { bereftOf } from './bereft.ts';
import { refold, seatChildren } from './fold-row.ts';
import { kindOf } from './operation.ts';
import { rechain } from './outbox.ts';
import { revive } from './park.ts';
import { rekey } from './rekey.ts';
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

/**
 * Gives up a request in Needs attention, with what has no ground without it ({@link discardedWith});
 * what only waited for it goes on.
 */
export function discardRequest(device: Device, requestId: string): ActionOutcome {
  return onRequest(device, requestId, async (unit, request) => {
    const { dropped, uprooted } = await bereftOf(unit.tx, request);
    const left = [request, ...dropped];
    for (const one of left) await unit.dropRequest(one.id);
    for (const one of uprooted) {
      await rekey(unit, one, { data: { ...one.data, parent_id: null }, needs: [] });
    }
    await refreshRows(unit, [...left, ...uprooted]);
    await revive(unit, await waitingFor(unit, left));
  });
}

/**
 * What a discard takes along, ascending, so that the person can be told before: it is about something
 * that is not there without the discarded change (decision 0060). Empty for one that has been decided.
 */
export function discardedWith(
  device: Device,
  requestId: string,
): Promise<Result<readonly QueuedRequest[], StoreFailure>> {
  return device.store.read(async (tx) => {
    const request = await tx.request(requestId);
    return request === undefined ? [] : (await bereftOf(tx, request)).dropped;
  });
}

/** Puts back into the queue what was parked for server errors; done hourly, at start, by Sync Now. */
export async function reviveServerErrors(unit: Unit): Promise<number> {
  const failed = (await unit.tx.queue()).filter(
    ({ state }) => state.kind === 'parked' && state.why.kind === 'server_errors',
  );
  if (failed.length > 0) await revive(unit, idsOf(failed));
  return failed.length;
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
    if (row.base === null && wasMadeHere && !left.some(({ itemUuid }) => itemUuid === uuid)) {
      await unname(unit, uuid, left);
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

/** Lets a delete of its parent, or a restore, name an item no more that never comes to be. */
async function unname(unit: Unit, uuid: string, naming: readonly QueuedRequest[]): Promise<void> {
  for (const request of naming) {
    const touches = request.touches.filter((one) => one !== uuid);
    await unit.putRequest({ ...request, touches });
  }
}

async function waitingFor(unit: Unit, gone: readonly QueuedRequest[]): Promise<readonly string[]> {
  const ids = new Set(idsOf(gone));
  const waiting = (await unit.tx.queue()).filter(({ state }) => {
    const why = state.kind === 'parked' ? state.why : null;
    return why?.kind === 'dependency' && ids.has(why.on);
  });
  return idsOf(waiting);
}

function idsOf(requests: readonly QueuedRequest[]): readonly string[] {
  return requests.map(({ id }) => id);
}
