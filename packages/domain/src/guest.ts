import { guestId } from './limits.ts';
import type { Person } from './item.ts';

/** The user of a browser where no user is signed in; `now` is a timestamp (DATA-01). */
export function guestUser(now: string): Person {
  return { id: guestId, name: 'Guest User', phone: '', created_at: now, updated_at: now };
}

/** Who made an item, for its `created_by`: the guest for 0, else whom `lookup` knows, else null. */
export function creatorOf(
  item: { readonly user_id: number },
  lookup: (id: number) => Person | undefined,
  now: string,
): Person | null {
  return item.user_id === guestId ? guestUser(now) : (lookup(item.user_id) ?? null);
}
