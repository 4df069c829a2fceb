import { expect, type Locator, type Page } from '@playwright/test';
import type { TestPerson } from './person.ts';
import { longWord } from './sample-items.ts';
import { stillness } from './stillness.ts';

/** A screen or a dialog to be checked as it is, and how to reach it. */
export interface AppScreen {
  readonly name: string;
  open(person: TestPerson): Promise<void>;
}

function screen(
  route: string,
  heading: string,
  then?: (person: TestPerson) => Promise<void>,
): AppScreen {
  return {
    name: route,
    async open(person) {
      const { page } = person;
      await page.goto(route);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByText('Loading')).toHaveCount(0);
      await then?.(person);
      await stillness(person);
    },
  };
}

/** A place with a part of it opened by `act`, which returns an element of that part. */
export function on(
  place: AppScreen,
  name: string,
  act: (person: TestPerson) => Promise<Locator>,
): AppScreen {
  return {
    name,
    async open(person) {
      await place.open(person);
      await expect(await act(person)).toBeVisible();
      await stillness(person);
    },
  };
}

export const home = screen('/', 'Home');
export const queue = screen('/queue', 'Queue');
export const today = screen('/today', 'Today');
export const upcoming = screen('/upcoming', 'Upcoming');
const campaign = screen('/campaigns/1', 'Cross the Alps');
const task = screen('/tasks/2', 'Pack');
const preferences = screen('/preferences', 'Preferences');

/** A layer that a key opens from the row of an item on Today. */
function onRow(name: string, key: string, find: (page: Page) => Locator): AppScreen {
  return on(today, name, async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Pay the rent' }).press(key);
    return find(page);
  });
}

async function fromMenu(person: TestPerson, entry: string | RegExp): Promise<void> {
  const { page } = person;
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Every screen of a guest who has the sample items. */
export const guestScreens: readonly AppScreen[] = [
  home,
  queue,
  screen('/active', 'Active'),
  screen('/completed', 'Completed'),
  screen('/my-list', 'My List'),
  today,
  upcoming,
  screen('/search?q=the -is:done label:none due:someday', 'Search'),
  screen('/campaigns', 'Campaigns'),
  campaign,
  on(campaign, 'activity', async ({ page }) => {
    await page.getByRole('tab', { name: 'Activity' }).click();
    return page.getByRole('list', { name: 'Activity' }).first();
  }),
  task,
  screen('/contacts', 'Contacts'),
  screen('/notifications', 'Recent Notifications'),
  preferences,
  screen('/login', 'Sign In to Foray'),
  screen('/campaigns/999', 'Campaign not found'),
  screen('/todos/999', 'Todo not found'),
  screen('/nowhere', 'There is nothing at this address.'),
];

/** Every dialog, menu and layer that a guest with the sample items can open. */
export const guestLayers: readonly AppScreen[] = [
  on(home, 'quick-add', async ({ page }) => {
    const form = page.getByRole('form', { name: 'Quick add' });
    await form.getByRole('textbox', { name: 'Title' }).click();
    await form.getByRole('tab', { name: 'Task' }).click();
    return form.getByLabel('Due date');
  }),
  on(home, 'what is typed', async ({ page }) => {
    const form = page.getByRole('form', { name: 'Quick add' });
    await form
      .getByRole('textbox', { name: 'Title' })
      .fill('Order the maps and the guidebook tomorrow !high @sam /cross the alps');
    return form.getByText('For Sam Lee');
  }),
  on(home, 'pasted lines', async ({ page }) => {
    const form = page.getByRole('form', { name: 'Quick add' });
    const title = form.getByRole('textbox', { name: 'Title' });
    await title.fill('Read tomorrow');
    await expect(form.getByText('Due tomorrow')).toBeVisible();
    await title.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/plain',
        '- Buy maps tomorrow\n- Buy a stove !high\n- Sew the tent',
      );
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    return page.getByRole('alertdialog', { name: 'Add 3 items?' });
  }),
  on(home, 'search', async ({ page }) => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search items' });
    await dialog.getByRole('combobox').or(dialog.getByRole('searchbox')).first().fill('the');
    return dialog.getByRole('option').first();
  }),
  on(home, 'keyboard help', async ({ page }) => {
    await page.keyboard.press('?');
    return page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  }),
  {
    name: 'create',
    async open(person) {
      const { page } = person;
      await page.goto('/?new=todo');
      await expect(page.getByRole('dialog', { name: 'Create New Item' })).toBeVisible();
      await stillness(person);
    },
  },
  // The link of a todo in a task.
  {
    name: '/todos/4',
    async open(person) {
      const { page } = person;
      await page.goto('/todos/4');
      await expect(page.getByRole('dialog', { name: 'Buy a tent' })).toBeVisible();
      await stillness(person);
    },
  },
  on(campaign, 'sheet', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Pack' }).press('Enter');
    return page.getByRole('dialog', { name: 'Pack', exact: true });
  }),
  on(task, 'sheet with its editors', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Buy a tent' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Buy a tent', exact: true });
    await sheet.getByText('Activity', { exact: true }).click();
    await expect(sheet.getByRole('list', { name: /^Activity/ })).toBeVisible();
    await sheet.getByRole('button', { name: 'Add a description' }).click();
    return sheet.getByRole('textbox', { name: 'Description' });
  }),
  on(task, 'sheet with its labels', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Buy a tent' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Buy a tent', exact: true });
    await sheet.getByRole('button', { name: 'Add labels' }).click();
    await page.keyboard.type('gear,');
    return sheet.getByRole('button', { name: 'Remove label gear' });
  }),
  on(task, 'sheet with its repetition', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Buy a tent' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Buy a tent', exact: true });
    await sheet.getByRole('button', { name: 'Set repetition' }).click();
    await sheet.getByLabel('Repeat', { exact: true }).selectOption({ label: 'Custom…' });
    return sheet.getByLabel('Unit');
  }),
  on(queue, 'sheet with what is past', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Feed the sourdough' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Feed the sourdough', exact: true });
    return sheet.getByRole('list', { name: 'Past' });
  }),
  on(screen('/completed', 'Completed'), 'sheet of a past time', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Feed the sourdough' }).press('Enter');
    return page.getByRole('dialog').getByText('A past time, which cannot be changed.');
  }),
  on(queue, 'menu', async ({ page }) => {
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click();
    return page.getByRole('menu');
  }),
  on(queue, 'title editor', async ({ page }) => {
    await page.getByRole('main').getByRole('button', { name: longWord, exact: true }).click();
    return page.getByRole('textbox', { name: 'Edit title' });
  }),
  on(queue, 'toast', async ({ page }) => {
    await page
      .getByRole('button', { name: /^Complete / })
      .first()
      .click();
    return page.getByRole('button', { name: 'Undo' });
  }),
  onRow('date', 'd', (page) => page.getByRole('dialog', { name: /^Date of/ }).getByRole('grid')),
  onRow('labels', 'l', (page) => page.getByRole('button', { name: 'Remove label money' })),
  onRow('assignee', 'a', (page) => page.getByRole('dialog', { name: /^Assign/ })),
  on(today, 'overdue items, folded', async ({ page }) => {
    const fold = page.getByRole('button', { name: /^Overdue/ });
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    return fold;
  }),
  on(today, 'done items', async ({ page }) => {
    await page.getByRole('button', { name: /^Done/ }).click();
    return page.getByRole('list', { name: 'Done' }).getByText('Water the plants');
  }),
  on(campaign, 'edit', async (person) => {
    await person.page.getByRole('button', { name: 'Edit', exact: true }).click();
    return person.page.getByRole('dialog', { name: 'Edit campaign' });
  }),
  on(task, 'assign', async (person) => {
    await fromMenu(person, /^Assign/);
    return person.page.getByRole('dialog', { name: /^Assign/ });
  }),
  on(task, 'move', async (person) => {
    await fromMenu(person, /^Move to…/);
    return person.page.getByRole('dialog', { name: /^Move/ });
  }),
  on(campaign, 'delete', async (person) => {
    await fromMenu(person, /^Delete/);
    return person.page.getByRole('alertdialog', { name: 'Delete campaign?' });
  }),
  on(preferences, 'clear data', async ({ page }) => {
    await page.getByRole('button', { name: 'Clear Local Data' }).click();
    return page.getByRole('alertdialog');
  }),
];

/** Places that exist, or look different, only for signed-in people. */
export const userPlaces: readonly AppScreen[] = [
  home,
  screen('/contacts', 'Contacts'),
  screen('/notifications', 'Recent Notifications'),
  preferences,
  on(home, 'account menu', async ({ page }) => {
    await page.getByRole('button', { name: 'Account' }).click();
    return page.getByRole('menu').or(page.getByRole('dialog', { name: 'Account' }));
  }),
  on(preferences, 'delete account', async ({ page }) => {
    await page.getByRole('button', { name: 'Delete account...' }).click();
    return page.getByRole('alertdialog', { name: 'Delete your account?' });
  }),
];

/** Walks the steps of the tutorial, with `look` at each. */
export async function walkTutorial(
  { page }: TestPerson,
  answer: 'Sign In' | 'Continue Without Account',
  look: (step: string) => Promise<void>,
): Promise<void> {
  const heading = page.getByRole('dialog').getByRole('heading').last();
  const next = page.getByRole('button', { name: 'Next' });
  await page.goto('/onboarding');
  await expect(next).toBeVisible();
  await look('welcome');
  await next.click();
  const choice = page.getByRole('radio', { name: answer });
  await choice
    .or(page.getByRole('button', { name: answer }))
    .first()
    .click();
  await look('account');
  if (answer === 'Continue Without Account') return;
  await next.click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+15550107001');
  await look('phone');
  await next.click();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await look('code');
  await next.click();
  await expect(heading).toHaveText('Find people you know');
  await look('contacts');
}
