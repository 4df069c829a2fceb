import { expect } from '@playwright/test';
import { newPhone } from './phone.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

test('[NUMBER-06] [NUMBER-07] a device that was offline during a change of number keeps its queue, and anyone who has the old number gets none of it @full', async ({
  browser,
  server,
}) => {
  const [phone, next] = [newPhone(), newPhone()];
  const ada = await signedInAt(browser, server.url, phone);
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Find the map');

  const desk = await signedInAt(browser, server.url, phone);
  await desk.page.goto('/preferences');
  await desk.page.getByRole('button', { name: 'Change number' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Change number' });
  await dialog.getByRole('textbox', { name: 'New phone number' }).fill(next);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.page.getByText(next).first()).toBeVisible();
  // By then somebody else has the old number.
  const heir = await signedInAt(browser, server.url, phone, 'Hera New');

  await ada.page.reload();
  await ada.context.setOffline(false);
  await ada.settled();
  await expect(ada.row('Find the map')).toBeVisible();
  await expect.poll(async () => (await ada.onServer()).length).toBe(2);
  await ada.page.goto('/preferences');
  await expect(ada.page.getByText(next).first()).toBeVisible();

  // The new owner uses the same device, with the former owner's unsent data.
  await ada.page.goto('/');
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Secret');
  await ada.logOut();
  const question = ada.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(ada.row('Secret')).toHaveCount(0);
  await ada.context.setOffline(false);
  await ada.signIn(phone, 'Hera New');
  await expect(ada.page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(ada.page.getByText('Secret')).toHaveCount(0);
  expect(await heir.onServer()).toEqual([]);
  await ada.page.reload();
  await expect(ada.page.getByText('Secret')).toHaveCount(0);
  expect(await heir.onServer()).toEqual([]);
});
