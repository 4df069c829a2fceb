import type { Person } from '@foray/domain';
import type { Account, RememberedAccount } from '@foray/sync';

/** Nobody's account. */
export const guest: Account = { kind: 'guest' };

/** The account of a person, a guest's for null. */
export function accountOf(user: Person | null): Account {
  return user === null ? guest : { kind: 'user', user };
}

/** Who is signed in; nobody from the mark of a sign-out on. */
export function userOf({ user, signedOutId }: RememberedAccount): Person | null {
  return signedOutId === null ? user : null;
}

/** Whether both are the same person, or nobody: an id may have been given to two (decision 0090). */
export function isSamePerson(one: Person | null, other: Person | null): boolean {
  return one?.id === other?.id && one?.phone === other?.phone;
}
