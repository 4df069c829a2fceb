import { err, mayWith, ok } from '@foray/domain';
import type {
  ComparedField,
  InvalidFields,
  ItemAction,
  OptimisticItem,
  Result,
} from '@foray/domain';
import type { QueuedChange } from '../queue/coalesce.ts';
import { copiesOf } from '../store/copies.ts';
import type { Effect } from './effect.ts';
import type { Account, SyncContext } from '../store/sync-context.ts';
import { recomputeRow, writeRow } from '../optimistic/recompute-row.ts';
import { withoutDelete } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isCommutingKind } from '../store/queued-request.ts';
import { enqueue } from '../queue/mutation-queue.ts';
import type { LocalChange, StoreFailure, WriteTransaction } from '../store/ports.ts';
import { recomputeRollUps, rollUpParents } from '../optimistic/roll-up.ts';
import { endAgreedConflict, endIdleConflict } from '../remote/buffered-changes.ts';
import { unexpected } from '../store/ports.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

/** Why an action did nothing. */
export type ActionFailure =
  | InvalidFields
  | { readonly code: 'not_found' | 'forbidden' | 'illegal_parent' | 'uuid_taken' }
  /** Another tab has just moved the guest's data to an account, or signed the user out. */
  | { readonly code: 'moved' }
  /** These fields have changed since the user saw them: `item` is the current state. */
  | {
      readonly code: 'changed';
      readonly item: LocalItem;
      readonly fields: readonly ComparedField[];
    }
  | { readonly code: 'store'; readonly failure: StoreFailure };

/**
 * A durable action: the item as shown now, and everything that the write changed; null if it changed nothing.
 */
export interface DurableAction {
  readonly item: LocalItem;
  readonly change: LocalChange | null;
  /** The reversible effects, in the order in which they were made. */
  readonly effects: readonly Effect[];
}

/** The outcome of an action; the promise resolves when the write is durable. */
export type ActionResult = Promise<Result<DurableAction, ActionFailure>>;

/** The decision of an action's transaction: the affected item, and its effects on the item. */
export type ActionDecision = Result<Pick<DurableAction, 'item' | 'effects'>, ActionFailure>;

/**
 * Runs a user action as one durable transaction that re-reads the data on which it decides, and publishes it
 * to this tab's memory and to other tabs when it is complete. Awaits only the local store (I14). Never
 * rejects: an unexpected error is a failure of the store.
 */
export async function runAction(
  device: SyncContext,
  decide: (unit: UnitOfWork) => Promise<ActionDecision>,
): ActionResult {
  // Other writes may come first, and changes by others made meanwhile are later.
  const actedMs = device.clock.nowMs();
  const written = await device.store
    .write(async (tx) => {
      const unit = await UnitOfWork.open(tx, device);
      unit.actedMs = actedMs;
      if (await isAccountLeft(tx, device.account)) return err({ code: 'moved' } as const);
      const decided = await decide(unit);
      if (!decided.ok) return decided;
      const change = await unit.finish();
      const { item, effects } = decided.value;
      const shown = change?.rows.find((row) => row.uuid === item.uuid) ?? item;
      return ok({ item: shown, change, effects });
    })
    // After an unexpected error nothing is stored, and the user is informed.
    .catch((error: unknown) => err(unexpected(error)));
  if (!written.ok) return err({ code: 'store', failure: written.error });
  if (written.value.ok && written.value.value.change !== null) {
    device.changes.publish(written.value.value.change);
  }
  return written.value;
}

/** Runs an action on an item, if this device shows it and its user may perform the action, also offline. */
export function runItemAction(
  device: SyncContext,
  uuid: string,
  action: ItemAction,
  decide: (unit: UnitOfWork, row: LocalItem) => Promise<ActionDecision>,
): ActionResult {
  return runAction(device, (unit) => decideForItem(unit, uuid, action, (row) => decide(unit, row)));
}

/** As `runItemAction`, as a part of a write. */
export async function decideForItem(
  unit: UnitOfWork,
  uuid: string,
  action: ItemAction,
  decide: (row: LocalItem) => Promise<ActionDecision>,
): Promise<ActionDecision> {
  const row = await unit.item(uuid);
  if (row === undefined || row._deleted) return err({ code: 'not_found' });
  return mayWith(row, row.permission, action) ? decide(row) : err({ code: 'forbidden' });
}

/** Whether another tab has moved a guest's data to an account, or is erasing an account's data. */
export async function isAccountLeft(tx: WriteTransaction, account: Account): Promise<boolean> {
  const mark =
    account.kind === 'guest' ? await tx.meta('moved', 'guest') : await tx.meta('left', 'account');
  return mark !== undefined;
}

/**
 * Makes a change of a local item, then rolls it up. A user's change is queued and applied; a guest's is
 * written into the row, as the state `guestState`.
 */
export async function recordChange(
  unit: UnitOfWork,
  row: LocalItem,
  change: QueuedChange,
  guestState: OptimisticItem,
): Promise<LocalItem> {
  const at = unit.serverNow();
  if (unit.device.account.kind === 'guest') {
    const shown = await writeRow(unit, row, guestState, []);
    await moveCopies(unit, row, shown);
    await rollUpParents(unit, row, shown, at);
    return shown;
  }
  const queued = await enqueue(unit, row, change);
  const { touches, kind } = queued;
  const isRewritten = kind !== 'queued';
  let result: LocalItem = row;
  for (const uuid of touches) {
    const before = await unit.item(uuid);
    if (before === undefined) continue;
    const isSetByPerson =
      change.kind === 'occurrence' ||
      (change.kind === 'patch' && change.change.status !== undefined);
    const start: LocalItem = {
      ...(change.kind === 'restore' ? withoutDelete(before) : before),
      ...(isSetByPerson ? { rolled: null } : {}),
    };
    const isCancelledCreate = kind === 'cancelled' && change.kind === 'delete';
    const after = isCancelledCreate
      ? await writeRow(unit, start, guestState, [])
      : await recomputeRow(unit, start);
    if (uuid === row.uuid) result = after;
    const isParentTouched = after.parent_uuid !== null && touches.includes(after.parent_uuid);
    if (!isParentTouched && !isRewritten) await rollUpParents(unit, before, after, at);
  }
  if (kind === 'cancelled') for (const uuid of touches) await endIdleConflict(unit, uuid);
  const isAgreed = result._conflictType === 'update' && (await endAgreedConflict(unit, row.uuid));
  const isSettled = !isRewritten || (kind === 'merged' && !mayRollUp(change));
  if (isSettled && !isAgreed) return result;
  const now = await unit.item(row.uuid);
  const parents = [row.base?.parent_uuid ?? null, now?.parent_uuid ?? null, ...queued.parents];
  await recomputeRollUps(unit, [row.uuid, ...parents]);
  return (await unit.item(row.uuid)) ?? result;
}

/** Moves the copies of a guest's item along with it, as the server does for a user's. */
async function moveCopies(
  unit: UnitOfWork,
  before: LocalItem,
  { uuid, parent_uuid, assigned_to }: LocalItem,
): Promise<void> {
  if (parent_uuid === before.parent_uuid && assigned_to === before.assigned_to) return;
  for (const copy of await copiesOf(unit, [uuid])) {
    await writeRow(unit, copy, { ...copy, parent_uuid, assigned_to, deleted: false }, []);
  }
}

/** Whether a change can affect a parent's status. */
function mayRollUp(change: QueuedChange): boolean {
  if (change.kind === 'patch') return change.change.status !== undefined;
  return change.kind !== 'assign' && change.kind !== 'remove' && !isCommutingKind(change.kind);
}
