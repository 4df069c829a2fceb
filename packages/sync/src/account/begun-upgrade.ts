import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { LocalStore, LocalStores, StoreFailure, WriteTransaction } from '../store/ports.ts';

/**
 * Ends an upgrade that was begun and interrupted, and opens the guest's store for writing again; to be
 * called before anybody but its account is to have what is here (decision 0052). What the account has got
 * is erased here. What it has not got stays the guest's and is given up there, so that anyone who is still
 * copying it finds that out. With `toUserId` only an upgrade to that account is ended.
 */
export async function endBegunUpgrade(
  guestStore: LocalStore,
  stores: LocalStores,
  toUserId: number | null = null,
): Promise<Result<void, StoreFailure>> {
  const begun = await guestStore.read(async (tx) => {
    const moved = await tx.meta('moved', 'guest');
    if (moved === undefined || (toUserId !== null && toUserId !== moved.toUserId)) return null;
    return { moved, isEmptied: (await tx.meta('generation', 'guest')) === undefined };
  });
  if (!begun.ok) return begun;
  if (begun.value === null) return ok(undefined);
  const { moved, isEmptied } = begun.value;
  const hasArrived = isEmptied ? ok(true) : await hasArrivedFor(stores, moved);
  if (!hasArrived.ok) return hasArrived;
  return guestStore.write(async (tx) => {
    if ((await tx.meta('moved', 'guest'))?.upgrade !== moved.upgrade) return;
    if (hasArrived.value) await emptyGuest(tx);
    await tx.deleteMeta('moved', 'guest');
  });
}

/** Erases a guest's data, which an account has. */
export async function emptyGuest(tx: WriteTransaction): Promise<void> {
  await tx.clearData();
  await tx.deleteMeta('generation', 'guest');
  await numberErasure(tx);
}

/** Gives a write that only erases a number: by it a tab that shows what went finds out. */
export async function numberErasure(tx: WriteTransaction): Promise<void> {
  const counters = await tx.meta('counters', 'device');
  if (counters === undefined) return;
  await tx.putMeta('counters', 'device', { ...counters, localSeq: counters.localSeq + 1 });
}

/** Whether the account already has what the upgrade was to copy; if not, it no longer receives it. */
async function hasArrivedFor(
  stores: LocalStores,
  { toUserId, upgrade }: { readonly toUserId: number; readonly upgrade: string },
): Promise<Result<boolean, StoreFailure>> {
  const opened = await stores.openExisting(toUserId);
  // Erased with what it had: anyone who copies has a handle that is closed for good.
  if (!opened.ok) return opened.error.code === 'closed' ? ok(false) : err(opened.error);
  const hasArrived = await opened.value.write(async (tx) => {
    const known = await tx.meta('importedGuest', upgrade);
    if (known === undefined) await tx.putMeta('importedGuest', upgrade, { generation: null });
    return known !== undefined && known.generation !== null;
  });
  await opened.value.close();
  return hasArrived;
}
