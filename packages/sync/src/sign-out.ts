import { ok, requestTimeoutMs } from '@foray/domain';
import type { Result } from '@foray/domain';
import { settleUpgrade } from './begun-upgrade.ts';
import type {
  AccountMemory,
  Leaving,
  LocalStore,
  LocalStores,
  ReadTransaction,
  StoreFailure,
  Transport,
} from './ports.ts';

/** What would be lost if an account's data left this device now. */
export interface Unsent {
  /** Queued requests, Needs attention included. */
  readonly requests: number;
  readonly conflicts: number;
}

/** Counts what the server does not have yet, so that the person can decide about it. */
export function countUnsent(store: LocalStore): Promise<Result<Unsent, StoreFailure>> {
  return store.read(unsentIn);
}

/**
 * Signs out on this device (design: sync, section 5): first the durable mark, so that a reload stays
 * signed out whatever the network does, then the account's data. `keep` leaves unsent changes here
 * for the next sign-in of the same person; with nothing unsent the data goes in any case. What is
 * interrupted, {@link finishSignOuts} finishes.
 */
export async function signOutHere(
  memory: AccountMemory,
  stores: LocalStores,
  store: LocalStore,
  userId: number,
  unsent: 'keep' | 'discard',
): Promise<Result<'erased' | 'kept', StoreFailure>> {
  beginSignOut(memory, userId, unsent);
  return leave(memory, stores, store, { userId, unsent });
}

/**
 * Makes a sign-out durable: from here on a reload is a guest's, and whatever happens before
 * {@link signOutHere}, the data goes at the next start.
 */
export function beginSignOut(
  memory: AccountMemory,
  userId: number,
  unsent: 'keep' | 'discard',
): void {
  const others = memory.load().leaving.filter((one) => one.userId !== userId);
  memory.save({ user: null, signedOutId: userId, leaving: [...others, { userId, unsent }] });
}

/**
 * Finishes the sign-outs that were interrupted: a tab that closed, a store that failed. To be called
 * before an account is opened; one that still cannot be finished is left for the next time.
 */
export async function finishSignOuts(memory: AccountMemory, stores: LocalStores): Promise<void> {
  for (const leaving of memory.load().leaving) {
    // Only what is there: made anew here, it would stay behind with nobody to erase it.
    const opened = await stores.openExisting(leaving.userId);
    if (opened.ok) await leave(memory, stores, opened.value, leaving);
    else if (opened.error.code === 'closed') forget(memory, leaving);
  }
}

/**
 * Takes back a sign-out that could not be finished, since its person has signed in again: what they do
 * from here on is not to be erased by what they said before (decision 0061). To be called with every
 * store opened for an account, before anything is done in it.
 */
export async function cancelSignOut(
  memory: AccountMemory,
  store: LocalStore,
  userId: number,
): Promise<void> {
  const { user, leaving } = memory.load();
  if (user?.id !== userId || !leaving.some((one) => one.userId === userId)) return;
  const marked = await store.read((tx) => tx.meta('left', 'account'));
  if (marked.ok && marked.value !== undefined) {
    const unmarked = await store.write((tx) => tx.deleteMeta('left', 'account'));
    // As long as it stands every action is refused: the sign-out can still be finished.
    if (!unmarked.ok) return;
  }
  forget(memory, { userId });
}

/**
 * Tells the server of a sign-out that it does not know of; to be called while the mark stands. The
 * mark goes when the server has ended the session or knows none; true if it went.
 */
export async function tellSignOut(memory: AccountMemory, transport: Transport): Promise<boolean> {
  const { signedOutId } = memory.load();
  if (signedOutId === null) return true;
  const reply = await transport.logout(requestTimeoutMs);
  const isOver = reply.kind === 'answer' || (reply.kind === 'refusal' && reply.status === 401);
  // Somebody may have signed in, or out, while the call was under way.
  const now = memory.load();
  if (isOver && now.signedOutId === signedOutId) memory.save({ ...now, signedOutId: null });
  return isOver;
}

/**
 * Decides and marks in one transaction, so that no other tab's action is confirmed in between and
 * erased after all.
 */
async function leave(
  memory: AccountMemory,
  stores: LocalStores,
  store: LocalStore,
  { userId, unsent }: Leaving,
): Promise<Result<'erased' | 'kept', StoreFailure>> {
  const decided = await store.write(async (tx) => {
    // Another tab has finished it meanwhile: what is here now is of a later sign-in.
    if (!memory.load().leaving.some((one) => one.userId === userId)) return 'kept';
    const { requests, conflicts } = await unsentIn(tx);
    if (unsent === 'keep' && requests + conflicts > 0) return 'kept';
    await tx.putMeta('left', 'account', { unsent });
    return 'erased';
  });
  if (!decided.ok) return decided;
  if (decided.value === 'kept') await store.close();
  else {
    const settled = await settleGuest(stores, userId);
    if (!settled.ok) return settled;
    const erased = await store.destroy();
    if (!erased.ok) return erased;
  }
  forget(memory, { userId });
  return ok(decided.value);
}

/** Takes the mark of a sign-out away: there is nothing left to do for it. */
function forget(memory: AccountMemory, { userId }: Pick<Leaving, 'userId'>): void {
  const now = memory.load();
  memory.save({ ...now, leaving: now.leaving.filter((one) => one.userId !== userId) });
}

/** What the account had got of the guest's items is known only as long as its data is here. */
async function settleGuest(
  stores: LocalStores,
  userId: number,
): Promise<Result<void, StoreFailure>> {
  const guest = await stores.openExisting(0);
  // Where no guest can be, nothing was brought from one.
  if (!guest.ok) return ok(undefined);
  const settled = await settleUpgrade(guest.value, stores, userId);
  await guest.value.close();
  return settled;
}

async function unsentIn(tx: ReadTransaction): Promise<Unsent> {
  const [requests, conflicts] = await Promise.all([tx.queueSize(), tx.metaOf('conflict')]);
  return { requests, conflicts: conflicts.length };
}
