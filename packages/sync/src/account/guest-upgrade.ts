import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { isAccountLeft } from '../actions/action-unit.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { copyItems, copyPrivateRows } from './guest-items.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { MetaRow } from '../store/meta.ts';
import type { LocalStore, LocalStores, StoreFailure, WriteTransaction } from '../store/ports.ts';
import { writeUnit } from '../store/unit-of-work.ts';

/** An upgrade in progress: its name, and what it copies. */
interface BegunUpgrade {
  readonly upgrade: string;
  readonly generation: string;
  readonly items: readonly LocalItem[];
  readonly rows: readonly MetaRow<'private'>[];
}

/**
 * The result of the copying write: the number of items, or `givenUp` for good, or `left` because the account
 * is being erased.
 */
type CopyOutcome = number | 'givenUp' | 'left';

/**
 * Copies a guest's items into an account: closes the guest's store to writes under a name for this upgrade,
 * copies its items as queued creates in one transaction that records the name, then empties it. After any
 * interruption a repeat finishes it and copies nothing twice. An upgrade that was started for another user is
 * ended first, so that no item is copied into two accounts (decision 0052). Returns the number of copied
 * items.
 */
export async function upgradeGuest(
  guestStore: LocalStore,
  account: SyncContext,
  stores: LocalStores,
): Promise<Result<number, StoreFailure>> {
  if (account.account.kind === 'guest') throw new Error('a guest cannot be upgraded to a guest');
  const toUserId = account.account.user.id;
  const moved = await guestStore.read((tx) => tx.meta('moved', 'guest'));
  if (!moved.ok) return moved;
  if (moved.value !== undefined && moved.value.toUserId !== toUserId) {
    const ended = await endBegunUpgrade(guestStore, stores);
    if (!ended.ok) return ended;
  }
  let givenUp: string | null = null;
  for (;;) {
    const begun = await beginUpgrade(guestStore, account, toUserId, givenUp);
    if (!begun.ok) return begun;
    if (begun.value === null) return ok(0);
    const copied = await copyGuestItems(account, begun.value);
    if (!copied.ok) return copied;
    if (copied.value === 'left') return ok(0);
    if (copied.value !== 'givenUp') {
      const emptied = await emptyAfterUpgrade(guestStore, begun.value);
      return emptied.ok ? ok(copied.value) : emptied;
    }
    givenUp = begun.value.upgrade;
  }
}

/**
 * Closes the guest's store under a name for this upgrade, never that of an abandoned one. Null if there is
 * nothing to copy, or if another tab is using the store at this moment: the next opening finds the rest.
 */
function beginUpgrade(
  guestStore: LocalStore,
  account: SyncContext,
  toUserId: number,
  givenUp: string | null,
): Promise<Result<BegunUpgrade | null, StoreFailure>> {
  return guestStore.write(async (tx) => {
    const [items, rows] = await Promise.all([tx.allItems(), tx.metaOf('private')]);
    if (items.length + rows.length === 0) return null;
    const moved = await tx.meta('moved', 'guest');
    if (moved !== undefined && moved.toUserId !== toUserId) return null;
    if (givenUp !== null && moved?.upgrade !== givenUp) return null;
    const isNew = moved === undefined || moved.upgrade === givenUp;
    const upgrade = isNew ? account.ids.uuid() : moved.upgrade;
    if (isNew) await tx.putMeta('moved', 'guest', { toUserId, upgrade });
    // An unreadable row does not name a generation; the items are copied all the same.
    const { generation } = (await tx.meta('generation', 'guest')) ?? { generation: upgrade };
    return { upgrade, generation, items, rows };
  });
}

function copyGuestItems(
  account: SyncContext,
  { upgrade, generation, items, rows }: BegunUpgrade,
): Promise<Result<CopyOutcome, StoreFailure>> {
  return writeUnit(account, async (unit): Promise<CopyOutcome> => {
    const { tx } = unit;
    const known = await tx.meta('importedGuest', upgrade);
    if (known !== undefined) return known.generation === null ? 'givenUp' : 0;
    // Items copied now would be erased with the account.
    if (await isAccountLeft(tx, account.account)) return 'left';
    const itemsCopied = await copyItems(unit, items);
    await copyPrivateRows(unit, rows);
    await tx.putMeta('importedGuest', upgrade, { generation, numbers: numbersOf(items) });
    return itemsCopied;
  });
}

/** The numbers of items, including todos: a guest's bookmarks and links refer to items by them. */
function numbersOf(items: readonly LocalItem[]): Readonly<Record<number, string>> {
  return Object.fromEntries(items.map(({ id, uuid }) => [id, uuid]));
}

function emptyAfterUpgrade(
  guestStore: LocalStore,
  { upgrade }: BegunUpgrade,
): Promise<Result<void, StoreFailure>> {
  return guestStore.write(async (tx) => {
    // Another tab ended the upgrade, and a guest may have written to the store since.
    if ((await tx.meta('moved', 'guest'))?.upgrade !== upgrade) return;
    await emptyGuest(tx);
  });
}

/**
 * Ends an interrupted upgrade and opens the guest's store for writing again. Call it before anybody but the
 * upgrade's account gets the guest's data (decision 0052). If the account has received the items, they are
 * erased here. If not, they stay the guest's, and the account's store records that this upgrade is given up,
 * so that a tab that is still copying stops. With `toUserId` only an upgrade to that account is ended.
 */
export async function endBegunUpgrade(
  guestStore: LocalStore,
  stores: LocalStores,
  toUserId: number | null = null,
): Promise<Result<void, StoreFailure>> {
  const begun = await guestStore.read(async (tx) => {
    const moved = await tx.meta('moved', 'guest');
    if (moved === undefined || (toUserId !== null && toUserId !== moved.toUserId)) return null;
    const [items, rows] = await Promise.all([tx.allItems(), tx.metaOf('private')]);
    return { moved, isEmptied: items.length + rows.length === 0 };
  });
  if (!begun.ok) return begun;
  if (begun.value === null) return ok(undefined);
  const { moved, isEmptied } = begun.value;
  const hasArrived = isEmptied ? ok(true) : await hasAccountReceived(stores, moved);
  if (!hasArrived.ok) return hasArrived;
  return guestStore.write(async (tx) => {
    if ((await tx.meta('moved', 'guest'))?.upgrade !== moved.upgrade) return;
    if (hasArrived.value) await emptyGuest(tx);
    await tx.deleteMeta('moved', 'guest');
  });
}

/** Erases a guest's data that an account has received. Unreadable rows were not copied, and stay. */
async function emptyGuest(tx: WriteTransaction): Promise<void> {
  const [items, ids] = await Promise.all([tx.allItems(), tx.itemIds()]);
  if (items.length === ids.length) await tx.clearData();
  else for (const { id } of items) await tx.deleteItem(id);
  for (const { id } of await tx.metaOf('private')) await tx.deleteMeta('private', id);
  await tx.deleteMeta('generation', 'guest');
  await countErasure(tx);
}

/** Numbers a write that only erases, so that other tabs notice it. */
export async function countErasure(tx: WriteTransaction): Promise<void> {
  const counters = await tx.meta('counters', 'device');
  if (counters === undefined) return;
  await tx.putMeta('counters', 'device', { ...counters, localSeq: counters.localSeq + 1 });
}

/** Whether the account already has the upgrade's items; if not, it no longer accepts them. */
async function hasAccountReceived(
  stores: LocalStores,
  { toUserId, upgrade }: { readonly toUserId: number; readonly upgrade: string },
): Promise<Result<boolean, StoreFailure>> {
  const opened = await stores.openExisting(toUserId);
  // The account's store was erased with its data, and a tab that still copies has a closed handle.
  if (!opened.ok) return opened.error.code === 'closed' ? ok(false) : err(opened.error);
  const hasArrived = await opened.value.write(async (tx) => {
    const known = await tx.meta('importedGuest', upgrade);
    if (known === undefined) await tx.putMeta('importedGuest', upgrade, { generation: null });
    return known !== undefined && known.generation !== null;
  });
  await opened.value.close();
  return hasArrived;
}
