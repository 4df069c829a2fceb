import type { Person } from '@foray/domain';
import type { Account } from '@foray/sync';

/** No account. */
const guest: Account = { kind: 'guest' };

/** The account of a user, or the guest's for null. */
export function accountOf(user: Person | null): Account {
  return user === null ? guest : { kind: 'user', user };
}

/** The user of the account; null for a guest's, and while it is unknown. */
export function personOf(account: Account | { readonly kind: 'starting' }): Person | null {
  return account.kind === 'user' ? account.user : null;
}
