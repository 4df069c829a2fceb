import { guestId } from '@foray/domain';
import type { Person } from '@foray/domain';
import type { ChangeFeed, Clock, Ids, LocalStore } from './ports.ts';

/** Everything a user action needs: the account, the store, the clock, ids, and the publisher of changes. */
export interface SyncContext {
  readonly account: Account;
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly changes: ChangeFeed;
}

/** The owner of a store. A guest queues nothing: the rows themselves are the truth. */
export type Account = { readonly kind: 'guest' } | { readonly kind: 'user'; readonly user: Person };

/** The id that the account's new items carry as owner, and that names its database. */
export function ownerIdOf(account: Account): number {
  return account.kind === 'guest' ? guestId : account.user.id;
}
