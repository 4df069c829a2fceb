import { storedName } from '@foray/sync';
import { expect, type Browser, type Locator } from '@playwright/test';
import { damage } from './damage.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { twoFriends } from './friends.ts';
import { guestAt } from './guest.ts';
import type { TestPerson } from './person.ts';
import { newPhone } from './phone.ts';
import { stretchTimer } from './stretch-timer.ts';
import { signedInAt } from './signed-in.ts';

/** Checks a question or a notice while it is shown, with `part` of it visible. */
export type QuestionCheck = (person: TestPerson, name: string, part?: Locator) => Promise<void>;

async function create(person: TestPerson, type: string, title: string, rest: object = {}) {
  return person.call<{ id: number }>('POST', '/api/items', { type, title, ...rest });
}

/** The questions before sharing gives up or removes something, one after the other. */
export async function walkSharing(
  browser: Browser,
  url: string,
  look: QuestionCheck,
): Promise<void> {
  const { ada, bob } = await twoFriends(browser, url);
  const bobsId = await bob.id();
  const bakery = await create(ada, 'campaign', 'Open the bakery', { assigned_to: bobsId });
  const under = { parent_id: bakery.id };
  const place = await create(ada, 'task', 'Find a place', { ...under, assigned_to: bobsId });
  await create(ada, 'todo', 'Measure the cellar', { parent_id: place.id, assigned_to: bobsId });
  const flour = await create(bob, 'task', 'Choose the flour', under);
  await create(bob, 'todo', 'Ask the mill', { parent_id: flour.id });
  await create(bob, 'task', 'Bake rye bread');

  const { page } = ada;
  const question = page.getByRole('alertdialog');
  const cancel = async () => {
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
  };
  await page.goto('/');
  // The questions count the items below, which arrive after their parents.
  await ada.has('Choose the flour', 'Measure the cellar', 'Ask the mill');
  await ada.open('Open the bakery');
  await page.getByRole('button', { name: 'Remove Bo Lindqvist…' }).click();
  await expect(question).toHaveAccessibleName('Remove Bo Lindqvist from this campaign?');
  await look(ada, 'remove-person');
  await cancel();
  await ada
    .row('Find a place')
    .getByRole('button', { name: /^Assign Find a place/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Unassigned' }).click();
  await expect(question).toHaveAccessibleName('Remove Bo Lindqvist from this task?');
  await expect(question).toContainText('is also assigned to 1 item in it');
  await look(ada, 'unassign');
  await cancel();
  await ada.choose('Open the bakery', 'Delete');
  await expect(question).toHaveAccessibleName('Delete campaign?');
  await expect(question).toContainText('1 other person loses 2 items of their own here.');
  await look(ada, 'delete-shared');
  await cancel();

  await bob.page.goto('/');
  await bob.has('Open the bakery', 'Bake rye bread');
  await bob.page.getByRole('tab', { name: 'Tasks' }).click();
  await bob.choose('Bake rye bread', 'Move to…');
  const places = bob.page.getByRole('list', { name: 'Places' });
  await places.getByRole('button', { name: 'Open the bakery' }).click();
  await expect(bob.page.getByRole('alertdialog')).toHaveAccessibleName('Move “Bake rye bread”?');
  await look(bob, 'move-into-others');
}

/** The questions after a change elsewhere: in another tab, and to the same field on another device. */
export async function walkChanges(
  browser: Browser,
  url: string,
  look: QuestionCheck,
): Promise<void> {
  const guest = await guestAt(browser, url);
  await guest.quickAdd('todo', 'Buy milk');
  // Its message would cover the question.
  await guest.page.reload();
  const tab = await guest.secondTab();
  await guest.row('Buy milk').getByRole('button', { name: 'Buy milk', exact: true }).click();
  const editor = guest.page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Buy two bottles of milk');
  await tab.rename('Buy milk', 'Buy oat milk');
  await guest.page.bringToFront();
  await editor.press('Enter');
  const changed = guest.page.getByRole('alertdialog', { name: 'Changed in the meantime' });
  await expect(changed).toContainText('Buy oat milk');
  await look(guest, 'changed-in-another-tab');

  const phone = newPhone();
  const here = await signedInAt(browser, url, phone);
  await here.quickAdd('todo', 'Buy milk');
  await here.settled();
  const there = await signedInAt(browser, url, phone);
  await expect(there.row('Buy milk')).toBeVisible();
  await here.readyForOffline();
  await here.context.setOffline(true);
  await here.rename('Buy milk', 'Buy two bottles of milk');
  await here.complete('Buy two bottles of milk');
  await there.rename('Buy milk', 'Buy oat milk');
  await there.settled();
  await here.context.setOffline(false);
  const conflicts = here.page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
  // As low as a phone, so that the fields of the choice would be out of sight.
  await here.page.setViewportSize({ width: 360, height: 780 });
  await conflicts.getByRole('radio', { name: 'Keep both changes' }).check();
  const title = conflicts.getByRole('group', { name: 'Title: which one?' });
  await expect(title).toBeInViewport({ ratio: 0.9 });
  await look(here, 'colliding-fields', title);
}

/** The notices of long waits, unreadable rows, waiting accounts and deleted items. */
export async function walkNotices(
  browser: Browser,
  faults: FaultProxy,
  look: QuestionCheck,
): Promise<void> {
  const guest = await guestAt(browser, faults.url);
  // A wait counts as long after 10 seconds.
  await guest.context.addInitScript(stretchTimer, { fromMs: 10_000, toMs: 100 });
  await guest.page.goto('/login');
  await guest.fillSignIn(newPhone(), 'Ada Byron');
  faults.plan({ kind: 'hung' }, { path: /^\/api\/login$/ });
  await guest.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(guest.page.getByText('This takes longer than usual.')).toBeVisible();
  await look(guest, 'long-wait');
  faults.clear();

  const ada = await signedInAt(browser, faults.url, newPhone());
  const { page } = ada;
  const trip = await create(ada, 'campaign', 'Cross the Alps');
  for (const title of ['Pack', 'Book the huts']) {
    await create(ada, 'task', title, { parent_id: trip.id });
  }
  for (const title of ['Call home', 'Buy boots', 'Find the map', 'Return the books', 'Pay rent']) {
    const { id } = await create(ada, 'todo', title);
    await ada.call('DELETE', `/api/items/${id}`);
  }
  const items = await ada.onServer();
  const children = items.filter(({ type }) => type === 'task').map(({ uuid }) => uuid);
  await ada.call('DELETE', `/api/items/${trip.id}`, { children });
  await damage(ada, [
    ['syncQueue', { id: 'broken', seq: -1, touches: 'x', state: 9, data: { title: 'Sing' } }],
    ['meta', { kind: storedName.buffered, id: 'zzz', value: null }],
  ]);
  await page.goto('/preferences');
  await expect(page.getByText('2 saved records could not be read.')).toBeVisible();
  const bringBack = page.getByRole('button', { name: /^Bring back / });
  await expect(bringBack).toHaveCount(5);
  await look(ada, 'unreadable');
  await look(ada, 'recently-deleted', page.getByRole('button', { name: 'Show 1 more' }));

  const bob = await signedInAt(browser, faults.url, newPhone(), 'Bo Lindqvist');
  await bob.settled();
  await bob.readyForOffline();
  await bob.context.setOffline(true);
  await bob.quickAdd('todo', 'Buy boots');
  await bob.logOut();
  const question = bob.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(bob.page.getByText(/^1 change of .* is waiting\.$/)).toBeVisible();
  await look(bob, 'waiting-account');
}
