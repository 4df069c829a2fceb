import { importedUuid, isSampleUser, ok } from '@foray/domain';
import type { Person, Result } from '@foray/domain';
import { isAccountLeft } from '../actions/action-unit.ts';
import { countErasure } from './guest-upgrade.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { copyItems, copyPrivateRows } from './guest-items.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { MetaRow } from '../store/meta.ts';
import type { LocalStore, ReadTransaction, StoreFailure } from '../store/ports.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/*
 * A store is named by a user id. A server that lost users with a restored backup may have given one id to two
 * people, or two ids to one person, so the phone number shows whose store it is (decision 0080).
 */

/** The phone number of the store's owner; null if nothing in the store reveals it. */
export function ownerOf(
  store: LocalStore,
  userId: number,
): Promise<Result<string | null, StoreFailure>> {
  return store.read((tx) => readOwner(tx, userId));
}

/**
 * Makes the store of that id this user's if it has no owner, or if its owner's phone number is or was theirs;
 * a former store of theirs is opened again. Returns the phone number of another owner, for whom nothing in
 * the store may be read or written; otherwise null.
 */
export async function claimStore(
  store: LocalStore,
  { id, phone, former_phones = [] }: Person,
): Promise<Result<string | null, StoreFailure>> {
  // The owner was remembered without a number, so they are unknown.
  if (!phone) return ok(null);
  const known = await store.read((tx) =>
    Promise.all([tx.meta('owner', 'account'), tx.meta('left', 'account')]),
  );
  if (known.ok && known.value[0]?.phone === phone && !known.value[1]?.isFormer) return ok(null);
  return store.write(async (tx) => {
    const owner = await readOwner(tx, id);
    if (owner !== null && owner !== phone && !former_phones.includes(owner)) return owner;
    await tx.putMeta('owner', 'account', { phone });
    if ((await tx.meta('left', 'account'))?.isFormer) await tx.deleteMeta('left', 'account');
    return null;
  });
}

/**
 * Moves the items that the user of `to` created under a former id into their current account, like a guest's
 * items: as queued creates with their own times, and with new uuids if the server may still have the item
 * (`newUuids`). Changes to other users' items cannot move, since the server has no rights for them: if any
 * are queued, the former store stays with them; otherwise it is erased. Data that a sign-out should have
 * erased does not move. After any interruption a repeat finishes the move and moves nothing twice. Returns
 * the number of items.
 */
export async function moveOwnItems(
  former: LocalStore,
  formerId: number,
  to: SyncContext,
): Promise<Result<number, StoreFailure>> {
  const name = to.ids.uuid();
  const closed = await former.write(async (tx) => {
    const left = await tx.meta('left', 'account');
    if (left?.unsent === 'discard') return null;
    // From now on no tab confirms an action in the former store.
    const by = [...(left?.by ?? []), name];
    await tx.putMeta('left', 'account', { unsent: 'keep', isFormer: true, by });
    const items = await tx.allItems();
    const localSeq = items.reduce((most, row) => Math.max(most, row._localVersion), 0);
    const own = items.filter(({ user_id: owner }) => owner === formerId);
    const sent = (await tx.queue()).filter((request) => request.sent);
    const rows = await tx.metaOf('private');
    return { own, rows, localSeq, sentUuids: new Set(sent.map(({ itemUuid }) => itemUuid)) };
  });
  if (!closed.ok) return closed;
  if (closed.value === null) return ok(0);
  const { own } = closed.value;
  const copied = await copyOwnItems(to, formerId, closed.value);
  if (!copied.ok || copied.value === 'left') await releaseFormerStore(former, name);
  if (!copied.ok) return copied;
  if (copied.value === 'left') return ok(0);
  const emptied = await emptyFormerStore(former, own);
  return emptied.ok ? ok(copied.value) : emptied;
}

/** Opens the former store to actions again, unless another tab is moving it too. */
async function releaseFormerStore(former: LocalStore, name: string): Promise<void> {
  await former.write(async (tx) => {
    const left = await tx.meta('left', 'account');
    if (left?.isFormer !== true) return;
    const by = (left.by ?? []).filter((one) => one !== name);
    if (by.length === 0) await tx.deleteMeta('left', 'account');
    else await tx.putMeta('left', 'account', { ...left, by });
  });
}

async function readOwner(tx: ReadTransaction, userId: number): Promise<string | null> {
  const owner = await tx.meta('owner', 'account');
  // The last version wrote no owner, but the signed-in user is among the people.
  const phone = owner?.phone ?? (await tx.user(userId))?.phone ?? '';
  return phone === '' ? null : phone;
}

/** The content of a former store that moves to the current account. */
interface FormerContent {
  readonly own: readonly LocalItem[];
  readonly rows: readonly MetaRow<'private'>[];
  readonly localSeq: number;
  /** Items about which a request was sent, with any outcome. */
  readonly sentUuids: ReadonlySet<string | null>;
}

function copyOwnItems(
  to: SyncContext,
  formerId: number,
  former: FormerContent,
): Promise<Result<number | 'left', StoreFailure>> {
  return writeUnit(to, async (unit) => {
    const { tx } = unit;
    if (await isAccountLeft(tx, to.account)) return 'left';
    const { own, localSeq } = former;
    const id = String(formerId);
    // Items that an earlier run moved may have been deleted here since.
    const from = (await tx.meta('brought', id))?.localSeq ?? -1;
    const living = own.filter((row) => !row._deleted && row._localVersion > from);
    const uuidsByFormer = await newUuids(unit, former);
    const newUuidOf = (uuid: string): string => uuidsByFormer.get(uuid) ?? uuid;
    const named = (uuid: string | null) => (uuid === null ? null : newUuidOf(uuid));
    const copies = living.map((row) => ({
      ...asOwnItem(row, formerId, unit.userId),
      uuid: newUuidOf(row.uuid),
      parent_uuid: named(row.parent_uuid),
      occurrence_of: named(row.occurrence_of),
    }));
    const count = await copyItems(unit, copies);
    await copyPrivateRows(unit, former.rows);
    await tx.putMeta('brought', id, { localSeq: Math.max(localSeq, from) });
    return count;
  });
}

/**
 * New uuids for items that the server may know: the deleted former account may still own the old ones, and
 * each create would be refused. They are those of a data file of the former account (decision 0043), so
 * that each device of the user computes the same. Items that an earlier version moved keep their old uuid.
 */
async function newUuids(
  unit: UnitOfWork,
  { own, sentUuids }: FormerContent,
): Promise<ReadonlyMap<string, string>> {
  const known = own.filter((row) => lastServerRowOf(row) !== null || sentUuids.has(row.uuid));
  const uuids = known.map(({ uuid }) => uuid);
  const existing = await unit.tx.itemsByUuid(uuids);
  const fresh = uuids.filter((_, at) => existing[at] === undefined);
  const account = String(unit.userId);
  return new Map(fresh.map((uuid) => [uuid, importedUuid(account, uuid, 0)]));
}

/** The item as a guest would have created it: the new account cannot assign items to other people yet. */
function asOwnItem(row: LocalItem, formerId: number, userId: number): LocalItem {
  const { former: _, _conflictType: __, ...plain } = row;
  const { assigned_to: assignee } = row;
  const isSample = assignee !== null && isSampleUser(assignee);
  const assigned_to = assignee === formerId ? userId : isSample ? assignee : null;
  return { ...plain, assigned_to, base: null, rolled: null };
}

/** Removes the moved items from the former store, and erases the store if nothing else has to be kept. */
async function emptyFormerStore(
  former: LocalStore,
  moved: readonly LocalItem[],
): Promise<Result<void, StoreFailure>> {
  const isEmpty = await former.write(async (tx) => {
    const uuids = new Set(moved.map(({ uuid }) => uuid));
    for (const { id } of moved) await tx.deleteItem(id);
    for (const { uuid } of moved) await tx.deleteMeta('conflict', uuid);
    if (moved.length > 0) await countErasure(tx);
    for (const { id } of await tx.metaOf('private')) await tx.deleteMeta('private', id);
    for (const { id, itemUuid } of await tx.queue()) {
      // A request that marks notifications read contains no change that could be lost, and private rows have
      // been copied.
      if (itemUuid === null || uuids.has(itemUuid)) await tx.deleteRequest(id);
    }
    const waits = (await tx.queueSize()) + (await tx.metaOf('conflict')).length;
    if (waits > 0) await tx.deleteMeta('left', 'account');
    return waits + (await tx.metaOf('unreadable')).length === 0;
  });
  if (!isEmpty.ok) return isEmpty;
  const damaged = await former.unreadable(['items', 'syncQueue']);
  if (isEmpty.value && damaged.ok && damaged.value.length === 0) return former.destroy();
  await former.close();
  return ok(undefined);
}
