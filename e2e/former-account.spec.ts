import { expect } from '@playwright/test';
import { newPhone } from './phone.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

test('[AUTH-06] [RESTORE-06] a user who signs up again after their account was deleted gets their items back, and sees the changes that cannot be sent', async ({
  browser,
  server,
}) => {
  const [bobsPhone, phone] = [newPhone(), newPhone()];
  const bob = await signedInAt(browser, server.url, bobsPhone, 'Bo Lindqvist');
  const ada = await signedInAt(browser, server.url, phone);
  await ada.call('POST', '/api/contacts/sync', { contacts: [bobsPhone] });
  await bob.call('POST', '/api/contacts/sync', { contacts: [phone] });
  const place = { type: 'todo', title: 'Find a place', assigned_to: await ada.id() };
  await bob.call('POST', '/api/items', place);
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await expect(ada.row('Find a place')).toBeVisible();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.rename('Find a place', 'Find a bakery');
  await ada.quickAdd('todo', 'Find the map');

  // Another of her browsers deletes the account while this one is away.
  const desk = await signedInAt(browser, server.url, phone);
  await desk.call('DELETE', '/api/me');
  const { page } = ada;
  await ada.context.setOffline(false);
  await expect(page.getByText('Local only')).toBeVisible();
  await ada.arrive(phone, 'Ada Byron');
  const notice = page.getByText('1 change of your earlier account cannot be sent.');
  await expect(notice).toBeVisible();
  await expect(page.getByText('sign in with this number')).toHaveCount(0);
  await expect(ada.row('Buy boots')).toBeVisible();
  await expect(ada.row('Find the map')).toBeVisible();
  await expect.poll(async () => (await ada.onServer()).length).toBe(2);
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Buy boots', 'Find the map']);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await saving;
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard what is left?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(ada.row('Buy boots')).toBeVisible();
  await expect(notice).toHaveCount(0);
});
