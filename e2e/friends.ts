import type { Browser } from '@playwright/test';
import type { TestPerson } from './person.ts';
import { newPhone } from './phone.ts';
import { signedInAt } from './signed-in.ts';

/** Two people who have each other among their contacts. */
export async function twoFriends(
  browser: Browser,
  url: string,
): Promise<{ ada: TestPerson; bob: TestPerson }> {
  const [adasPhone, bobsPhone] = [newPhone(), newPhone()];
  const ada = await signedInAt(browser, url, adasPhone);
  const bob = await signedInAt(browser, url, bobsPhone, 'Bo Lindqvist');
  await ada.call('POST', '/api/contacts/sync', { contacts: [bobsPhone] });
  await bob.call('POST', '/api/contacts/sync', { contacts: [adasPhone] });
  return { ada, bob };
}
