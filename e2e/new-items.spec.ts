import { expect } from '@playwright/test';
import { newPhone } from './phone.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
test('[TODO-04] a card says Pending sync until the server has confirmed the change @full', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, newPhone(), 'Ada');
  await ada.settled();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Buy a rope');
  const pending = ada.row('Buy a rope').getByText('Pending sync');
  await expect(pending).toBeVisible();
  await ada.context.setOffline(false);
  await expect(pending).toHaveCount(0);
});

test('[DIALOG-02] the assignee is sent as a number @full', async ({ browser, server }) => {
  const ada = await signedInAt(browser, server.url, newPhone());
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 780 });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy a rope');
  await dialog.getByLabel('Assignee').selectOption({ label: 'Sam Lee' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await ada.settled();
  const creates = sent.filter((body) => body.includes('Buy a rope'));
  expect(creates).toHaveLength(1);
  expect(creates[0]).toMatch(/"assigned_to":[1-4][,}]/);
});
