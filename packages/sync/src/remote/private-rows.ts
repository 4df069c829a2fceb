import type { PrivateRow } from '@foray/contract';
import { dayMs, trashDays } from '@foray/domain';
import {
  privateKeyOf,
  privateKeyParts,
  privateRowsIn,
  queuePrivateRows,
  unsentPrivateKeys,
} from '../queue/private-queue.ts';
import type { LocalPrivateRow } from '../store/meta.ts';
import { shiftInstant } from '../store/operation.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Applies the server's private rows. A row that waits to be sent keeps its value here: it is the last change
 * once it is sent. If a restored backup has lost the row that this device has, it is queued again.
 */
export async function applyPrivateRows(
  unit: UnitOfWork,
  rows: readonly PrivateRow[],
): Promise<void> {
  if (rows.length === 0) return;
  unit.touchInbox();
  const unsent = await unsentPrivateKeys(unit.tx);
  const { knownHead = 0 } = (await unit.tx.meta('epoch', 'server')) ?? {};
  for (const { kind, id, value, rev } of rows) {
    const key = privateKeyOf({ kind, id });
    const known = await unit.tx.meta('private', key);
    if (known === undefined && value === null) continue;
    const isNewOnly = unsent.get(key);
    const isWaiting = isNewOnly !== undefined && (!isNewOnly || value === null);
    const isLost = !isWaiting && rev <= lostUpTo(known, knownHead);
    const own = known?.value ?? null;
    if (isLost) await queuePrivateRows(unit, [{ kind, id, value: own }]);
    const base = { value, rev };
    await putRow(unit, key, { value: isWaiting || isLost ? own : value, base });
  }
}

/**
 * During a full fetch: the server has not received the row of this device if its own row is no newer than this.
 * A restored backup has lost what came after the common part of both histories; and a tab of an earlier release
 * drops what waits when a history ends.
 */
function lostUpTo(known: LocalPrivateRow | undefined, knownHead: number): number {
  const rev = known?.base?.rev ?? 0;
  if (known?.state === 'lost') return Math.min(knownHead, rev);
  return known?.state !== undefined && !isAsOnServer(known) ? rev : -1;
}

function isAsOnServer({ value, base }: LocalPrivateRow): boolean {
  return JSON.stringify(base?.value ?? null) === JSON.stringify(value);
}

/** At the beginning of a full fetch: the rows that it does not mention leave the device at its end. */
export async function beginPrivateFetch({ tx }: UnitOfWork): Promise<void> {
  for (const { id, value } of await tx.metaOf('private')) {
    if (value.state === undefined)
      await tx.putMeta('private', id, { ...value, state: 'unmentioned' });
  }
}

/** At the end of a full fetch: rows that the server has not received are queued again, the others leave. */
export async function endPrivateFetch(unit: UnitOfWork): Promise<void> {
  const unsent = await unsentPrivateKeys(unit.tx);
  for (const { id: key, value: row } of await unit.tx.metaOf('private')) {
    const { value, base, state } = row;
    if (state === undefined) continue;
    const isLost = !unsent.has(key) && (state === 'lost' || base === null);
    const isKept = unsent.has(key) || isLost;
    await putRow(unit, key, { value: isKept ? value : null, base: null });
    if (isLost && value !== null) {
      await queuePrivateRows(unit, [{ ...privateKeyParts(key), value, only_new: true }]);
    } else unit.touchInbox();
  }
}

/** Marks the rows that the server may have lost with the end of a history. */
export async function endPrivateHistory({ tx }: UnitOfWork, knownHead: number): Promise<void> {
  for (const { id, value: row } of await tx.metaOf('private')) {
    const isShared = isAsOnServer(row) && (row.base?.rev ?? Infinity) <= knownHead;
    if (!isShared) await tx.putMeta('private', id, { ...row, state: 'lost' });
  }
}

/** Shows the server's rows again in place of changes that will not be sent. */
export async function dropPrivateChanges(
  unit: UnitOfWork,
  dropped: readonly QueuedRequest[],
): Promise<void> {
  const unsent = await unsentPrivateKeys(unit.tx);
  for (const key of dropped.flatMap(privateRowsIn).map(privateKeyOf)) {
    if (unsent.has(key)) continue;
    const base = (await unit.tx.meta('private', key))?.base ?? null;
    await putRow(unit, key, { value: base?.value ?? null, base });
    unit.touchInbox();
  }
}

/** Stores a row; a removed one that the server has never had is not kept. */
export async function putRow(
  unit: UnitOfWork,
  key: string,
  row: Omit<LocalPrivateRow, 'removedAt'>,
): Promise<void> {
  const { value, base } = row;
  if (value === null && base === null) return unit.tx.deleteMeta('private', key);
  const removedAt = (await unit.tx.meta('private', key))?.removedAt ?? unit.serverNow();
  await unit.tx.putMeta('private', key, { ...row, ...(value === null && { removedAt }) });
}

/** Forgets rows that were removed long ago: until then a restored backup may bring them back. */
export async function forgetRemovedRows(unit: UnitOfWork): Promise<void> {
  const oldest = shiftInstant(unit.serverNow(), -trashDays * dayMs);
  for (const { id, value } of await unit.tx.metaOf('private')) {
    if ((value.removedAt ?? oldest) < oldest) await unit.tx.deleteMeta('private', id);
  }
}
