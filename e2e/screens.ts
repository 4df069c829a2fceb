import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startFaultProxy } from './fault-proxy.ts';
import { TestPerson } from './person.ts';
import { walkChanges, walkNotices, walkSharing, type QuestionCheck } from './questions.ts';
import { test } from './test.ts';
import { walkFriends, walkLosses, walkRefusals } from './troubles.ts';

// One of the pictures is of a device without a network.
test.use({ serviceWorkers: 'allow' });
test.setTimeout(300_000);

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
/** The pictures that the manifest shows when people are asked to install the app. */
const manifestFolder = fileURLToPath(new URL('../apps/web/public/screens/', import.meta.url));
const viewports = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 780 },
} as const;

type Shot = `${keyof typeof viewports}-${'light' | 'dark'}`;
const all: readonly Shot[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'];
/** Two shots, for a screen that looks like others. */
const two: readonly Shot[] = ['desktop-light', 'phone-dark'];

test('pictures are taken of the main screens', async ({ browser, server }) => {
  const ada = await signedIn(browser, server.url, '+15550100031', 'Ada Byron');
  const bob = await signedIn(browser, server.url, '+15550100032', 'Bo Lindqvist');
  await ada.call('POST', '/api/contacts/sync', { contacts: ['15550100032'] });
  await bob.call('POST', '/api/contacts/sync', { contacts: ['15550100031'] });
  await addSampleItems(ada);
  const { page } = ada;
  const open = async (path: string, landmark: string): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(landmark).first()).toBeVisible();
  };
  await open('/', 'Learn to sail');
  // Campaigns, tasks and todos arrive one after the other.
  await expect(ada.row('Buy milk')).toBeVisible();
  await expect(ada.row('Taxes')).toBeVisible();
  await expect(page.locator('[data-syncing]')).toHaveCount(0);
  await shoot(page, 'home', all);
  await mkdir(manifestFolder, { recursive: true });
  await copyFile(`${folder}home-desktop-light.png`, `${manifestFolder}wide.png`);
  await copyFile(`${folder}home-phone-light.png`, `${manifestFolder}narrow.png`);
  await open('/queue', 'Due soon');
  await shoot(page, 'queue', all);
  await open('/active', 'Renew the passport');
  await shoot(page, 'active', two);
  await open('/completed', 'Done in 7 days');
  await shoot(page, 'completed', two);
  await open('/today', 'Buy milk');
  await shoot(page, 'today', all);
  await open('/upcoming', 'Measure the cellar');
  await shoot(page, 'upcoming', all);
  await open('/my-list', 'How your list stands');
  await shoot(page, 'my-list', two);
  await open('/campaigns', 'Learn to sail');
  await shoot(page, 'campaigns', two);
  await page.getByRole('link', { name: 'Open the bakery', exact: true }).click();
  await expect(page.getByText('Find a place').first()).toBeVisible();
  await shoot(page, 'campaign', all);
  const sheet = (name: string) => page.getByRole('dialog', { name, exact: true });
  await page.getByRole('link', { name: 'Details of Find a place' }).press('Enter');
  await expect(sheet('Find a place').getByText('Ask about the lease')).toBeVisible();
  await shoot(page, 'sheet', all, undefined, async () => {
    await page.reload();
    await expect(sheet('Find a place').getByText('Ask about the lease')).toBeVisible();
  });
  await sheet('Find a place')
    .getByRole('button', { name: /^Due: / })
    .click();
  const dates = page.getByRole('dialog', { name: 'Date of “Find a place”' });
  await shoot(page, 'date', all, undefined, async () => {
    await page.reload();
    await sheet('Find a place')
      .getByRole('button', { name: /^Due: / })
      .click();
    await expect(dates.getByRole('grid')).toBeVisible();
  });
  await dates.getByRole('button', { name: 'Close' }).click();
  await expect(dates).toHaveCount(0);
  await sheet('Find a place')
    .getByRole('link', { name: 'Details of Ask about the lease' })
    .press('Enter');
  await shoot(page, 'sheet-todo', two, undefined, async () => {
    await page.reload();
    await sheet('Ask about the lease').getByText('Activity', { exact: true }).click();
    await expect(sheet('Ask about the lease').getByText('created the todo')).toBeVisible();
  });
  await sheet('Ask about the lease').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Find a place', exact: true }).click();
  await expect(page.getByText('Ask about the lease').first()).toBeVisible();
  await shoot(page, 'task', two);
  await open('/my-list', 'Feed the sourdough');
  const sourdough = ada.row('Feed the sourdough');
  // A completed row stays for a moment, with a button to reopen it.
  const complete = sourdough.getByRole('button', { name: 'Complete Feed the sourdough' });
  await complete.click();
  await expect(sourdough).toContainText('tomorrow');
  await complete.click();
  await expect(sourdough).not.toContainText('tomorrow');
  await ada.settled();
  // Without messages.
  await open('/my-list', 'Feed the sourdough');
  await page.getByRole('link', { name: 'Details of Feed the sourdough' }).press('Enter');
  const repeating = sheet('Feed the sourdough');
  await expect(repeating.getByRole('list', { name: 'Past' }).getByRole('listitem')).toHaveCount(2);
  await shoot(page, 'repeat', two, undefined, async () => {
    await page.reload();
    await repeating.getByRole('button', { name: /^Repeats / }).click();
    await repeating.getByLabel('Repeat', { exact: true }).selectOption('Custom…');
    await expect(repeating.getByLabel('Every', { exact: true })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await open('/contacts', 'Bo Lindqvist');
  await shoot(page, 'contacts', two);
  await open('/preferences', 'Appearance');
  await shoot(page, 'preferences', two);
  await open('/', 'Learn to sail');
  const quickAdd = page.getByRole('form', { name: 'Quick add' });
  const title = quickAdd.getByRole('textbox', { name: 'Title' });
  await title.fill('Order flour every friday !high @bo /open the bakery');
  await expect(quickAdd.getByText('For Bo Lindqvist')).toBeVisible();
  await shoot(page, 'typing', two);
  await title.fill('');
  const create = page.getByRole('dialog', { name: 'Create New Item' });
  await shoot(page, 'create', two, undefined, async () => {
    await page.goto('/?new=todo');
    await create.getByRole('textbox', { name: 'Title' }).fill('Order flour every friday');
    await expect(create.getByText(/^Repeats every Friday/).first()).toBeVisible();
  });
  await create.getByRole('button', { name: 'Cancel' }).click();
  await expect(create).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search items' });
  await search.locator('input').fill('the');
  await expect(search.getByRole('option').first()).toBeVisible();
  await shoot(page, 'search', two);

  const elsewhere = await signedIn(browser, server.url, '+15550100031', 'Ada Byron');
  await expect(elsewhere.row('Buy milk')).toBeVisible();
  await open('/', 'Buy milk');
  await ada.context.setOffline(true);
  await ada.rename('Buy milk', 'Buy two bottles of milk');
  await elsewhere.rename('Buy milk', 'Buy oat milk');
  await elsewhere.settled();
  await ada.context.setOffline(false);
  const conflicts = page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
  await expect(conflicts).toBeVisible({ timeout: 45_000 });
  await shoot(page, 'conflicts', two);

  const newcomer = await TestPerson.at(browser, server.url);
  await expect(newcomer.page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  await shoot(newcomer.page, 'onboarding', two);
});

test('pictures are taken of questions and notices', async ({ browser, server }) => {
  const look: QuestionCheck = async ({ page }, name, part) => shoot(page, name, two, part);
  await walkSharing(browser, server.url, look);
  await walkChanges(browser, server.url, look);
  const proxy = await startFaultProxy(server.url);
  await walkNotices(browser, proxy, look);
  await walkFriends(browser, server.url, look);
  await walkRefusals(browser, proxy, look);
  await walkLosses(browser, server.url, look);
  await proxy.stop();
});

async function shoot(
  page: Page,
  name: string,
  shots: readonly Shot[],
  part?: Locator,
  /** Opens what is shown again: an open sheet keeps the look of the window in which it was opened. */
  reopen?: () => Promise<void>,
): Promise<void> {
  for (const shot of shots) {
    const [size, theme] = shot.split('-') as [keyof typeof viewports, 'light' | 'dark'];
    await page.setViewportSize(viewports[size]);
    await page.emulateMedia({ colorScheme: theme });
    await page.mouse.move(0, 0);
    await reopen?.();
    await part?.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}${name}-${shot}.png`, animations: 'disabled' });
  }
  await page.setViewportSize(viewports.desktop);
}

async function signedIn(
  browser: Browser,
  url: string,
  phone: string,
  name: string,
): Promise<TestPerson> {
  const person = await TestPerson.at(browser, url);
  await person.page.setViewportSize(viewports.desktop);
  await person.continueWithoutAccount();
  await person.signIn(phone, name);
  await expect(person.page.getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(person.page.getByRole('dialog')).toHaveCount(0);
  return person;
}

/** The items of a person who has used the app for a week. */
async function addSampleItems(ada: TestPerson): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const add = async (type: string, title: string, rest: object = {}): Promise<number> => {
    const item = await ada.call('POST', '/api/items', { type, title, ...rest });
    return (item as { id: number }).id;
  };
  const on = (days: number) => inDays(days).slice(0, 10);
  const done = (days: number) => ({
    status: 'completed',
    created_at: inDays(-9),
    completed_at: inDays(-days),
  });
  const sail = await add('campaign', 'Learn to sail', {
    description: 'From knots to a night at sea.',
    end_date: on(200),
  });
  await add('task', 'Choose a school', { parent_id: sail });
  await add('task', 'Learn the knots', { parent_id: sail, due_date: on(20) });
  const bakery = await add('campaign', 'Open the bakery', {
    description: 'Six tables, sourdough and good coffee, near the market, before the spring.',
    end_date: on(60),
    status: 'in_progress',
  });
  await add('todo', 'Choose a name', { parent_id: bakery, ...done(4) });
  await add('task', 'Write the plan for the bank', { parent_id: bakery, ...done(2) });
  await add('task', 'Hire a baker', { parent_id: bakery, due_date: on(12), assigned_to: 1 });
  await add('task', 'Order the oven', { parent_id: bakery, due_date: on(30) });
  const place = await add('task', 'Find a place', {
    parent_id: bakery,
    description: 'Near the market, on the ground floor, with room for six tables.',
    status: 'in_progress',
    due_date: on(5),
  });
  await add('todo', 'Visit the corner shop', { parent_id: place, ...done(1) });
  await add('todo', 'Measure the cellar', { parent_id: place, due_date: on(3) });
  await add('todo', 'Ask about the lease', {
    parent_id: place,
    assigned_to: 2,
    due_date: on(4),
    priority: 'high',
    description:
      'The old one ends in March. Draft: https://leases.example/market-3\nOwner: mailto:owner@leases.example',
  });
  for (const [title, days] of [
    ['Book the ferry', 6],
    ['Winter tyres', 3],
    ['Send the invoice', 2],
    ['Return the library books', 0],
    ['Water the plants', 0],
  ] as const) {
    await add('todo', title, done(days));
  }
  await add('task', 'Taxes', { due_date: on(-3), assigned_to: 2 });
  await add('todo', 'Call the landlord about the deposit', { assigned_to: 3 });
  await add('todo', 'Renew the passport', { status: 'in_progress' });
  await add('todo', 'Answer the letter from the insurance', { due_date: on(6) });
  await add('todo', 'Buy milk', { due_date: on(0), labels: ['market'] });
  await add('todo', 'Call the flour mill', {
    due_date: on(0),
    due_time: '17:00',
    priority: 'high',
  });
  await add('todo', 'Feed the sourdough', {
    due_date: on(0),
    due_time: '08:00',
    repeat: 'FREQ=DAILY',
    labels: ['home'],
  });
  await add('todo', 'Back up the photos', { due_date: on(7), labels: ['home'] });
}
