import { guestId } from '@foray/domain';
import type { Person } from '@foray/domain';
import type { ChangeFeed, Clock, Ids, LocalStore } from './ports.ts';

/**
 * Everything that a user action needs: the account, the store, the clock, ids, and the publisher of changes.
 */
export interface SyncContext {
  readonly account: Account;
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly changes: ChangeFeed;
}

/** The owner of a store. A guest queues nothing: the rows themselves are the truth. */
export type Account = { readonly kind: 'guest' } | { readonly kind: 'user'; readonly user: Person };

/** The owner id of the account's new items, which also names its database. */
export function ownerIdOf(account: Account): number {
  return account.kind === 'guest' ? guestId : account.user.id;
}
