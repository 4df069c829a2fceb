import type { OwnPerson } from '@foray/contract';
import { personFor } from '../items/people.ts';
import type { Reads } from '../store/store.ts';

/**
 * A user as their own devices receive them: with the numbers by which these may know them (decision 0123);
 * null if there is none.
 */
export async function ownPerson(reads: Reads, userId: number): Promise<OwnPerson | null> {
  const found = await reads.numberedUser(userId);
  if (found === null) return null;
  const { user, former, isTakenOver } = found;
  return {
    ...personFor(user, true),
    ...(former.length > 0 && { former_phones: [...former] }),
    ...(isTakenOver && { taken_over: true }),
  };
}

/** The person of a user who was just written, as the user sees it. */
export async function writtenPerson(reads: Reads, userId: number): Promise<OwnPerson> {
  const person = await ownPerson(reads, userId);
  if (person === null) throw new Error(`user ${userId} is missing`);
  return person;
}
