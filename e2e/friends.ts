import type { Browser } from '@playwright/test';
import { guestAt } from './guest.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';

/** Two people who have each other among their contacts. */
export async function twoFriends(
  browser: Browser,
  url: string,
): Promise<{ ada: Person; bob: Person }> {
  const [ada, bob] = [await guestAt(browser, url), await guestAt(browser, url)];
  const [adasPhone, bobsPhone] = [newPhone(), newPhone()];
  await ada.arrive(adasPhone, 'Ada Byron');
  await bob.arrive(bobsPhone, 'Bo Lindqvist');
  await ada.call('POST', '/api/contacts/sync', { contacts: [bobsPhone] });
  await bob.call('POST', '/api/contacts/sync', { contacts: [adasPhone] });
  return { ada, bob };
}
