import { expect } from '@playwright/test';
import { TestPerson } from './person.ts';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('[I9] [I14] two tabs of a guest show each other’s changes without a network', async ({
  browser,
}) => {
  const ada = await TestPerson.at(browser, server.url);
  await ada.continueWithoutAccount();
  const other = await ada.secondTab();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Buy boots');
  await expect(other.row('Buy boots')).toBeVisible();
  await other.rename('Buy boots', 'Buy good boots');
  await expect(ada.row('Buy good boots')).toBeVisible();
  await ada.remove('Buy good boots');
  await expect(other.row('Buy good boots')).toHaveCount(0);
});

test('a tab follows when another one signs in or out', async ({ browser }) => {
  const ada = await TestPerson.at(browser, server.url);
  await ada.continueWithoutAccount();
  await ada.quickAdd('todo', 'Buy boots');
  const other = await ada.secondTab();
  await expect(other.row('Buy boots')).toBeVisible();
  await ada.signIn('+15550100021', 'Ada');
  await expect(other.page.getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(other.row('Buy boots')).toBeVisible();
  await other.quickAdd('todo', 'Find the map');
  await ada.settled();
  expect((await ada.onServer()).map((item) => item.title)).toEqual(['Buy boots', 'Find the map']);
  await other.logOut();
  await expect(ada.page.getByText('Local only')).toBeVisible();
});
