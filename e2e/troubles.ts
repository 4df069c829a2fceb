import { expect, type Browser } from '@playwright/test';
import { damage } from './damage.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { twoFriends } from './friends.ts';
import { guestAt } from './guest.ts';
import { toast } from './on-page.ts';
import type { TestPerson } from './person.ts';
import { newPhone } from './phone.ts';
import type { QuestionCheck } from './questions.ts';
import { signedInAt } from './signed-in.ts';

async function dismissMessage({ page }: TestPerson): Promise<void> {
  const message = toast(page).getByRole('listitem');
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
}

/** A missing item, a screen that crashes, and data that the browser has erased, for a guest. */
export async function walkLosses(
  browser: Browser,
  url: string,
  look: QuestionCheck,
): Promise<void> {
  const guest = await guestAt(browser, url, '/tasks/999');
  const { page } = guest;
  await expect(page.getByText('Sign in to see this').first()).toBeVisible();
  await look(guest, 'sign-in-to-see');

  await page.goto('/');
  await guest.quickAdd('todo', 'Buy boots');
  await dismissMessage(guest);
  const form = page.getByRole('form', { name: 'Quick add' });
  const title = form.getByRole('textbox', { name: 'Title' });
  await title.fill('Ask the neighbours whether they water the plants while we are in the Alps');
  await page.evaluate(() => {
    Intl.DateTimeFormat.prototype.formatToParts = () => {
      throw new Error('an error of the browser');
    };
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get: () => () => {
        throw new Error('an error of the browser');
      },
    });
  });
  await title.press('End');
  await title.pressSequentially(' on 12 March');
  await expect(page.getByText('Something went wrong on this screen.')).toBeVisible();
  await look(guest, 'lost-texts');

  await page.goto('/');
  await expect(guest.row('Buy boots')).toBeVisible();
  const devtools = await guest.context.newCDPSession(page);
  const { origin } = new URL(url);
  await page.goto('/theme-boot.js');
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.goto('/');
  await expect(page.getByText('The browser erased the data of this app')).toBeVisible();
  await look(guest, 'data-erased');
}

/**
 * The notices to a signed-in person about changes that were refused, that wait, or that replaced others'
 * changes.
 */
export async function walkRefusals(
  browser: Browser,
  faults: FaultProxy,
  look: QuestionCheck,
): Promise<void> {
  const ada = await signedInAt(browser, faults.url, newPhone());
  const { page } = ada;
  await ada.quickAdd('todo', 'Book the huts');
  await ada.settled();
  const body = { error: { code: 'invalid', message: 'No.', fields: { title: 'too_long' } } };
  const refused = faults.plan(
    { kind: 'status', status: 422, body },
    { path: /^\/api\/(batch|items)/, method: 'POST', times: Infinity },
  );
  await ada.quickAdd('todo', 'Buy boots');
  await refused.met;
  await expect(page.getByRole('link', { name: '1 needs attention' })).toBeVisible();
  await expect(ada.row('Buy boots')).toContainText('Needs attention');
  await dismissMessage(ada);
  await look(ada, 'needs-attention');
  await page.goto('/preferences');
  const refusal = page.getByRole('listitem').filter({ hasText: 'Create “Buy boots”' });
  await expect(refusal).toBeVisible();
  await look(ada, 'refused-change', refusal);
  faults.clear();

  const streams = /^\/api\/(items\?type=\w+&since=|changes|batch)/;
  faults.plan({ kind: 'status', status: 500 }, { path: streams, times: Infinity });
  await page.goto('/');
  for (const title of ['Find the map', 'Pack the tent', 'Call Sam', 'Wax the boots']) {
    await ada.quickAdd('todo', title);
  }
  const at = new Date(Date.now() - 25 * 60_000).toISOString();
  await damage(ada, [['meta', { kind: 'lastSync', id: 'failing', value: { at } }]]);
  await page.reload();
  await expect(page.getByText(/^Sync has failed since/)).toBeVisible();
  await look(ada, 'sync-fails');
  faults.clear();
}

/**
 * The notice of a replaced title, the replaced title in Activity, and the question before blocking somebody.
 */
export async function walkFriends(
  browser: Browser,
  url: string,
  look: QuestionCheck,
): Promise<void> {
  const { ada, bob } = await twoFriends(browser, url);
  const { page } = ada;
  const { uuid } = await ada.call<{ uuid: string }>('POST', '/api/items', {
    type: 'todo',
    title: 'Book the huts',
    assigned_to: await bob.id(),
  });
  await page.reload();
  await expect(ada.row('Book the huts')).toBeVisible();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await bob.call('PATCH', `/api/items/${uuid}`, { title: 'Book the huts for three nights' });
  await ada.rename('Book the huts', 'Book the huts and the guide');
  await ada.context.setOffline(false);
  const message = toast(page).getByRole('listitem');
  await expect(message).toContainText('replaced');
  await look(ada, 'replaced');
  // The message has disappeared by now; it also links there.
  await page.reload();
  await page.getByRole('link', { name: /^Details of Book the huts/ }).press('Enter');
  await page.getByRole('dialog').getByText('Activity', { exact: true }).click();
  const entry = page.getByRole('button', { name: /^Use this text/ }).first();
  await expect(entry).toBeVisible();
  await look(ada, 'replaced-text', entry);
  await page.keyboard.press('Escape');

  await page.goto('/contacts');
  await page.getByRole('button', { name: 'More for Bo Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Block Bo Lindqvist?' })).toBeVisible();
  await look(ada, 'block');
}
