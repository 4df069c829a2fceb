import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { goOn, toast } from './on-page.ts';
import { refusal, signedIn, test, unexpected } from './with-faults.ts';

// What is kept for offline has tests of its own.
const batch = /^\/api\/batch/;

test('[SYNC-07] discarding a refused task names before what was made in it, and takes that and nothing else @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550821001');
  faults.plan(await refusal(person, 'limit'), { path: batch });
  await person.quickAdd('task', 'Pack');
  await expect(toast(page).getByText('Error', { exact: true })).toBeVisible();
  await person.open('Pack');
  for (const title of ['Boots', 'Map', 'Rope', 'Tent']) await person.quickAdd('todo', title);
  await goOn(page, '/');
  await person.quickAdd('todo', 'Call home');
  await expect
    .poll(async () => (await person.onServer()).map(({ title }) => title))
    .toEqual(['Call home']);

  await goOn(page, '/preferences');
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Pack”' });
  await line.getByRole('button', { name: /^Discard: / }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('4 other changes depend on it and are discarded too:');
  await expect(question.getByRole('listitem')).toHaveText([
    'Create “Boots”',
    'Create “Map”',
    'Create “Rope”',
    'and 1 more',
  ]);
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: /^Discard: / }).click();
  await question.getByRole('button', { name: 'Discard 5 changes' }).click();
  await person.settled();
  await goOn(page, '/');
  await expect(person.row('Call home')).toBeVisible();
  await expect(person.row('Pack')).toHaveCount(0);
  expect((await person.onServer()).map(({ title }) => title)).toEqual(['Call home']);
  expect(unexpected(person)).toEqual([]);
});

test('[SYNC-07] [I1] discarding a refused edit takes along no delete and no other edit that waits behind it @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550821002');
  await person.quickAdd('task', 'Pack');
  await person.open('Pack');
  await person.quickAdd('todo', 'Boots');
  await person.quickAdd('todo', 'Map');
  await person.settled();
  faults.plan(await refusal(person, 'invalid'), { path: batch });
  await person.rename('Boots', 'Good boots');
  await expect(toast(page).getByText('Error', { exact: true })).toBeVisible();
  await goOn(page, '/');
  await person.choose('Pack', 'Delete');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete with its 2 items' })
    .click();
  await expect(person.row('Pack')).toHaveCount(0);

  await goOn(page, '/preferences');
  const line = page.getByRole('listitem').filter({ hasText: 'Change “' });
  await line.getByRole('button', { name: /^Discard: / }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It will not be sent');
  await expect(question).not.toContainText('discarded too');
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await person.settled();
  expect(await person.onServer()).toEqual([]);
  expect(unexpected(person)).toEqual([]);
});
