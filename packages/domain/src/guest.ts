import { guestId } from './limits.ts';
import type { Person } from './item.ts';

/** The user of a browser where no user is signed in; `now` is a timestamp (DATA-01). */
export function guestUser(now: string): Person {
  return { id: guestId, name: 'Guest User', phone: '', created_at: now, updated_at: now };
}
