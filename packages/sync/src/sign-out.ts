import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { requestTimeoutMs } from '@foray/domain';
import type { AccountMemory, LocalStore, StoreFailure, Transport } from './ports.ts';

/** What would be lost if an account's data left this device now. */
export interface Unsent {
  /** Queued requests, Needs attention included. */
  readonly requests: number;
  readonly conflicts: number;
}

/** Counts what the server does not have yet, so that the person can decide about it. */
export function countUnsent(store: LocalStore): Promise<Result<Unsent, StoreFailure>> {
  return store.read(async (tx) => {
    const [requests, conflicts] = await Promise.all([tx.queueSize(), tx.metaOf('conflict')]);
    return { requests, conflicts: conflicts.length };
  });
}

/**
 * Signs out on this device (design: sync, section 5): first the durable mark, so that a reload stays
 * signed out whatever the network does, then the account's data. `keep` leaves unsent changes here
 * for the next sign-in of the same person; with nothing unsent the data goes in any case.
 */
export async function signOutHere(
  memory: AccountMemory,
  store: LocalStore,
  userId: number,
  unsent: 'keep' | 'discard',
): Promise<Result<'erased' | 'kept', StoreFailure>> {
  memory.save({ user: null, signedOutId: userId });
  const counted = await countUnsent(store);
  if (!counted.ok) return counted;
  const isAllSent = counted.value.requests + counted.value.conflicts === 0;
  if (!isAllSent && unsent === 'keep') {
    await store.close();
    return ok('kept');
  }
  const erased = await store.destroy();
  return erased.ok ? ok('erased') : erased;
}

/**
 * Tells the server of a sign-out that it does not know of; to be called while the mark stands. The
 * mark goes when the server has ended the session or knows none; true if it went.
 */
export async function tellSignOut(memory: AccountMemory, transport: Transport): Promise<boolean> {
  const { user, signedOutId } = memory.load();
  if (signedOutId === null) return true;
  const reply = await transport.logout(requestTimeoutMs);
  const isOver = reply.kind === 'answer' || (reply.kind === 'refusal' && reply.status === 401);
  if (isOver) memory.save({ user, signedOutId: null });
  return isOver;
}
