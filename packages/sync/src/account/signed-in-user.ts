import type { Person } from '@foray/domain';
import type { RememberedAccount } from '../store/remembered-account.ts';

/** The signed-in user; null from the mark of a sign-out on. */
export function userOf({ user, signedOutId }: RememberedAccount): Person | null {
  return signedOutId === null ? user : null;
}

/**
 * Whether both are the same user, or both null: an id may have been given to two users (decision 0080), and a
 * user may have another number now (decision 0123). For a user remembered without a phone number the id
 * decides.
 */
export function isSamePerson(one: Person | null, other: Person | null): boolean {
  if (one?.id !== other?.id) return false;
  if (one?.phone === other?.phone || !one?.phone || !other?.phone) return true;
  return hadNumber(one, other.phone) || hadNumber(other, one.phone);
}

function hadNumber({ former_phones }: Person, phone: string): boolean {
  return former_phones?.includes(phone) === true;
}
