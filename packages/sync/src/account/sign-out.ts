import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { PendingSignOut } from '../store/remembered-account.ts';
import { accountStateOf, transitionOf, isSameSignOut } from './account-transitions.ts';
import { endBegunUpgrade } from './guest-upgrade.ts';
import type { CancelSignal } from '../store/call.ts';
import type {
  AccountMemory,
  LocalStore,
  LocalStores,
  ReadTransaction,
  StoreFailure,
  Transport,
  WriteTransaction,
} from '../store/ports.ts';

/** The unsent changes that would be lost if an account's data left this device now. */
export interface UnsentWork {
  /** Queued requests, including those in Needs attention and unreadable ones. */
  readonly requests: number;
  readonly conflicts: number;
}

/** Counts the changes that the server does not have yet, so that the user can decide about them. */
export function countUnsent(store: LocalStore): Promise<Result<UnsentWork, StoreFailure>> {
  return store.read(readUnsentWork);
}

/**
 * Starts a sign-out with a durable mark: from now on a reload shows a guest, with or without a network, and
 * {@link finishSignOuts} erases the data at the next start at the latest. `keep` leaves unsent changes here
 * for the next sign-in of the same user; without unsent changes the data is always erased. After a failure
 * the sign-out continues in this page, and can be finished there.
 */
export async function beginSignOut(
  memory: AccountMemory,
  store: LocalStore,
  userId: number,
  unsent: 'keep' | 'discard',
): Promise<{ readonly leaving: PendingSignOut; readonly isDurable: boolean }> {
  const leaving = await newSignOut(store, userId, unsent);
  const begun = await memory.change(transitionOf({ kind: 'signOutBegun', signOut: leaving }));
  return { leaving, isDurable: begun.ok };
}

/**
 * Erases and closes an empty store of an account to which no user is signed in: a tab that was opening the
 * store while another tab erased it has created it again, with the phone number in it. The mark of a sign-out
 * is set first, so that a user who signs in meanwhile gets a store of their own.
 */
export async function eraseEmpty(
  memory: AccountMemory,
  stores: LocalStores,
  store: LocalStore,
  userId: number,
): Promise<void> {
  const isEmpty = await store.read(async (tx) => {
    const [ids, unreadable] = await Promise.all([tx.itemIds(), tx.metaOf('unreadable')]);
    const { requests, conflicts } = await readUnsentWork(tx);
    return ids.length + unreadable.length + requests + conflicts === 0;
  });
  if (!isEmpty.ok || !isEmpty.value) return store.close();
  const signOut = await newSignOut(store, userId, 'keep');
  await memory.change(transitionOf({ kind: 'emptyStoreFound', signOut }));
  await finishSignOut(memory, stores, store, signOut);
}

/**
 * Finishes interrupted sign-outs, after a closed tab or a failure of the store. Call it before an account is
 * opened. A sign-out that still fails is left for the next call.
 */
export async function finishSignOuts(memory: AccountMemory, stores: LocalStores): Promise<void> {
  for (const leaving of (await memory.load()).leaving) {
    // Only an existing store is opened: a newly created one would never be erased.
    const opened = await stores.openExisting(leaving.userId);
    if (opened.ok) await finishSignOut(memory, stores, opened.value, leaving);
    else if (opened.error.code === 'closed') await forgetSignOut(memory, leaving, true);
  }
}

/**
 * Erases or keeps the account's data as its sign-out says, and closes the store. Each sign-out is decided
 * once: if another tab has decided it, or a later sign-in has cancelled it, the result is `kept`.
 */
export async function finishSignOut(
  memory: AccountMemory,
  stores: LocalStores,
  store: LocalStore,
  leaving: PendingSignOut,
): Promise<Result<'erased' | 'kept', StoreFailure>> {
  // Checked with the store open: while the mark is set, no other store takes its place.
  const isOutstanding = (await memory.load()).leaving.some((one) => isSameSignOut(one, leaving));
  const decided = isOutstanding
    ? await store.write((tx) => decideSignOut(tx, leaving))
    : ok('kept' as const);
  if (!decided.ok) return decided;
  if (decided.value === 'kept') await store.close();
  else {
    const ended = await endGuestUpgrade(stores, leaving.userId);
    if (!ended.ok) return ended;
    const erased = await store.destroy();
    if (!erased.ok) return erased;
  }
  await forgetSignOut(memory, leaving, decided.value === 'erased');
  return decided;
}

/**
 * Cancels an unfinished sign-out, since its user has signed in again: their later actions must not be erased
 * by an earlier choice (decision 0055). Call it with every store opened for an account, before anything is
 * done in it.
 */
export async function cancelSignOut(
  memory: AccountMemory,
  store: LocalStore,
  userId: number,
): Promise<void> {
  const state = accountStateOf(await memory.load(), userId);
  if (state.kind !== 'signedIn' || state.signOut === null) return;
  const cancelled = await store.write(async (tx) => {
    await tx.deleteMeta('left', 'account');
    await countDecidedSignOut(tx);
  });
  if (!cancelled.ok) {
    const marked = await store.read((tx) => tx.meta('left', 'account'));
    // While the mark exists every action is refused: the sign-out can still be finished.
    if (!marked.ok || marked.value !== undefined) return;
  }
  await forgetSignOut(memory, state.signOut, false);
}

/**
 * Ends the session of a sign-out on the server; call it while the mark is set. Removes the mark when the
 * server has ended the session or has none, and then returns true. `signal` aborts the call: sent after a new
 * sign-in it would end the new session.
 */
export async function sendSignOut(
  memory: AccountMemory,
  transport: Transport,
  signal?: CancelSignal,
): Promise<boolean> {
  const { signedOutId } = await memory.load();
  if (signedOutId === null) return true;
  if (signal?.aborted) return false;
  const reply = await transport.logout(signal);
  const isOver = reply.kind === 'answer' || (reply.kind === 'refusal' && reply.status === 401);
  if (!isOver) return false;
  await memory.change(transitionOf({ kind: 'sessionEnded', signedOutId }));
  return true;
}

async function newSignOut(
  store: LocalStore,
  userId: number,
  unsent: PendingSignOut['unsent'],
): Promise<PendingSignOut> {
  const decided = await store.read((tx) => tx.meta('signOuts', 'account'));
  return { userId, unsent, decidedBefore: decided.ok ? (decided.value?.decided ?? 0) : 0 };
}

/**
 * Decides and marks in one transaction, so that no other tab confirms an action in between that is then
 * erased.
 */
async function decideSignOut(
  tx: WriteTransaction,
  leaving: PendingSignOut,
): Promise<'erased' | 'kept'> {
  const before = await tx.meta('signOuts', 'account');
  if ((before?.decided ?? 0) !== leaving.decidedBefore) return 'kept';
  const { requests, conflicts } = await readUnsentWork(tx);
  if (leaving.unsent === 'keep' && requests + conflicts > 0) {
    await countDecidedSignOut(tx);
    return 'kept';
  }
  await tx.putMeta('left', 'account', { unsent: leaving.unsent });
  return 'erased';
}

/** Counts a decision, which makes every sign-out begun before it obsolete. */
async function countDecidedSignOut(tx: WriteTransaction): Promise<void> {
  const before = await tx.meta('signOuts', 'account');
  await tx.putMeta('signOuts', 'account', { decided: (before?.decided ?? 0) + 1 });
}

/** Removes a sign-out that is finished or obsolete from the remembered account. */
async function forgetSignOut(
  memory: AccountMemory,
  signOut: PendingSignOut,
  isErased: boolean,
): Promise<void> {
  await memory.change(transitionOf({ kind: 'signOutOver', signOut, isErased }));
}

/**
 * Done while the account's data is still here: afterwards nothing shows which of the guest's items it
 * received.
 */
async function endGuestUpgrade(
  stores: LocalStores,
  userId: number,
): Promise<Result<void, StoreFailure>> {
  const guest = await stores.openExisting(0);
  // Without a guest store, nothing was copied from one.
  if (!guest.ok) return ok(undefined);
  const ended = await endBegunUpgrade(guest.value, stores, userId);
  await guest.value.close();
  return ended;
}

async function readUnsentWork(tx: ReadTransaction): Promise<UnsentWork> {
  const [queued, conflicts, unreadable] = await Promise.all([
    tx.queueSize(),
    tx.metaOf('conflict'),
    tx.metaOf('unreadable'),
  ]);
  const lost = unreadable.filter(({ value }) => value.store === 'syncQueue');
  return { requests: queued + lost.length, conflicts: conflicts.length };
}
