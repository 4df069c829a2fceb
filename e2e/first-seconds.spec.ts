import { expect, type Route } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn, toast } from './on-page.ts';
import { TestPerson } from './person.ts';
import { test } from './test.ts';

// The worker that keeps the app for offline use is not installed yet.
test('[OFF-01] after losing the network in the first seconds, every menu, dialog and page opens @full', async ({
  browser,
  server,
}) => {
  const ada = await TestPerson.at(browser, server.url);
  const { page } = ada;
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await page.waitForFunction(() => performance.getEntriesByName('preloaded').length > 0);
  await ada.context.setOffline(true);
  // A dialog takes keys once it has the focus.
  const focused = page.locator('[role=dialog]:focus, [role=dialog] :focus');

  await ada.quickAdd('campaign', 'Sail north');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: /search/i })).toBeVisible();
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for Sail north' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit campaign' })).toBeVisible();
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: /keyboard/i })).toBeVisible();
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await ada.open('Sail north');
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('list', { name: 'Activity, newest first' })).toBeVisible();
  for (const [path, heading] of [
    ['/queue', 'Queue'],
    ['/my-list', 'My List'],
    ['/preferences', 'Preferences'],
    ['/contacts', 'Contacts'],
    ['/notifications', 'Recent Notifications'],
  ] as const) {
    await goOn(page, path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

test('[QADD-06] the button that adds an item keeps the focus when the fields above it load @full', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url, '/contacts');
  const { page } = guest;
  const held: Route[] = [];
  await page.route('**/assets/quick-add-parts-*.js', (route) => void held.push(route));
  await page.goto('/');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const card = page.getByRole('form', { name: 'Quick add' });
  await card.getByRole('textbox', { name: 'Title' }).fill('Sail north');
  const add = card.getByRole('button', { name: 'Add task' });
  await add.focus();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await Promise.all(held.map((route) => route.continue()));
  await expect(card.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Item created');
});
