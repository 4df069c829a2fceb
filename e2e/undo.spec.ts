import { expect } from '@playwright/test';
import { goOn, said } from './on-page.ts';
import type { Person } from './person.ts';
import { signedInAt } from './signed-in.ts';
import { test } from './test.ts';

const phone = '+15550730001';

/** Presses keys on a page where nothing is typed. */
async function pressed(person: Person, heading: string, keys: string): Promise<void> {
  await person.page.getByRole('heading', { name: heading, level: 1 }).focus();
  await person.page.keyboard.press(keys);
}

test('[UNDO-01] [UNDO-03] [UNDO-04] by keyboard actions are undone and redone after going on, and what another device changed stays @full', async ({
  browser,
  server,
}) => {
  const one = await signedInAt(browser, server.url, phone, 'Ada');
  await one.quickAdd('todo', 'Buy boots');
  await one.settled();
  const two = await signedInAt(browser, server.url, phone, 'Ada');
  await expect(two.row('Buy boots')).toBeVisible();

  await one.choose('Buy boots', 'Edit');
  const dialog = one.page.getByRole('dialog', { name: 'Edit todo' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy red boots');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('of leather');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(two.row('Buy red boots')).toBeVisible();
  await two.rename('Buy red boots', 'Buy blue boots');
  await expect(one.row('Buy blue boots')).toBeVisible();

  await goOn(one.page, '/queue');
  await expect(one.row('Buy blue boots')).toBeVisible();
  await pressed(one, 'Queue', 'Control+z');
  const kept = '“Buy blue boots”. Changed since: the title stays.';
  await said(one.page, 'Undid: Todo updated', kept);
  await one.settled();
  expect(await one.onServer()).toMatchObject([{ title: 'Buy blue boots', description: null }]);
  await pressed(one, 'Queue', 'Control+Shift+Z');
  await said(one.page, 'Redid: Todo updated', '“Buy blue boots”');
  await one.settled();
  const redone = { title: 'Buy blue boots', description: 'of leather' };
  expect(await one.onServer()).toMatchObject([redone]);

  await one.complete('Buy blue boots');
  await goOn(one.page, '/');
  await expect(two.row('Buy blue boots').getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await pressed(one, 'Home', 'Control+z');
  await said(one.page, 'Undid: Todo updated', '“Buy blue boots”');
  await expect(two.row('Buy blue boots').getByRole('button', { name: /^Complete/ })).toBeVisible();

  await one.rename('Buy blue boots', 'Buy green boots');
  await expect(two.row('Buy green boots')).toBeVisible();
  await two.rename('Buy green boots', 'Buy old boots');
  await expect(one.row('Buy old boots')).toBeVisible();
  await pressed(one, 'Home', 'Control+z');
  await said(one.page, 'Not undone', 'Changed since: the title stays.');
  await expect(one.row('Buy old boots')).toBeVisible();
  for (const person of [one, two]) await person.settled();
  expect(await two.onServer()).toMatchObject([{ ...redone, title: 'Buy old boots' }]);
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});
