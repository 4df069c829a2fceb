import type { Person } from '@foray/domain';
import type { Account, RememberedAccount } from '@foray/sync';

/** Nobody's account. */
const guest: Account = { kind: 'guest' };

/** The account of a person, a guest's for null. */
export function accountOf(user: Person | null): Account {
  return user === null ? guest : { kind: 'user', user };
}

/** Whose account it is; null for a guest's, and while nobody knows yet. */
export function personOf(account: Account | { readonly kind: 'starting' }): Person | null {
  return account.kind === 'user' ? account.user : null;
}

/** Who is signed in; nobody from the mark of a sign-out on. */
export function userOf({ user, signedOutId }: RememberedAccount): Person | null {
  return signedOutId === null ? user : null;
}

/**
 * Whether both are the same person, or nobody: an id may have been given to two (decision 0080). Of
 * somebody remembered without a phone number the id says all there is to know.
 */
export function isSamePerson(one: Person | null, other: Person | null): boolean {
  if (one?.id !== other?.id) return false;
  return one?.phone === other?.phone || !one?.phone || !other?.phone;
}
