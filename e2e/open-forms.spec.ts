import { expect, type Page } from '@playwright/test';
import { twoFriends } from './friends.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import { test } from './test.ts';
import { unexpected } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

/*
 * Whatever was open when a change of another device arrived asks before that change is overwritten
 * (decision 0063): every form, dialog and menu, on the real engine and server.
 */

// What is kept for offline has tests of its own.
type Fields = Readonly<Record<string, unknown>>;

interface Case {
  readonly name: string;
  /** The item as both devices have it when the form opens. */
  readonly item: Fields & { readonly type: 'campaign' | 'task' | 'todo' };
  /** Opens the form and does all but the last step. */
  readonly open: (page: Page) => Promise<void>;
  /** What another device changes meanwhile. */
  readonly theirs: Fields;
  readonly save: (page: Page) => Promise<void>;
  /** What the dialog shows of both. */
  readonly asked: readonly (string | RegExp)[];
}

const choose = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for Sail north' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const edit = (page: Page) => choose(page, 'Edit');
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label);
/** Opens Edit and gives one of its fields another text. */
const typing = (label: string, text: string) => async (page: Page) => {
  await edit(page);
  await field(page, label).fill(text);
};
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const save = (page: Page) => press(page, 'Save');
const assignee = /^Assign Sail north/;

const inEdit: readonly Case[] = [
  {
    name: 'the title',
    item: { type: 'task' },
    open: typing('Title', 'Sail south'),
    theirs: { title: 'Sail east' },
    save,
    asked: ['Sail south', 'Sail east'],
  },
  {
    name: 'the description',
    item: { type: 'todo' },
    open: typing('Description', 'my words'),
    theirs: { description: 'their words' },
    save,
    asked: ['my words', 'their words'],
  },
  {
    name: 'a description that is emptied',
    item: { type: 'task', description: 'old words' },
    open: typing('Description', ''),
    theirs: { description: 'their words' },
    save,
    asked: ['their words'],
  },
  {
    name: 'the due date',
    item: { type: 'task', due_date: '2031-01-01' },
    open: typing('Due date', '2031-02-02'),
    theirs: { due_date: '2031-03-03' },
    save,
    asked: ['Feb 2, 2031', 'Mar 3, 2031'],
  },
  {
    name: 'a due date that is emptied',
    item: { type: 'todo', due_date: '2031-01-01' },
    open: typing('Due date', ''),
    theirs: { due_date: '2031-03-03' },
    save,
    asked: ['Mar 3, 2031'],
  },
  {
    name: 'the end date',
    item: { type: 'campaign' },
    open: typing('End date', '2031-02-02'),
    theirs: { end_date: '2031-03-03' },
    save,
    asked: ['Feb 2, 2031', 'Mar 3, 2031'],
  },
];

const byMenu: readonly Case[] = [
  {
    name: 'the status in a menu',
    item: { type: 'todo' },
    open: (page) => page.getByRole('button', { name: 'More actions for Sail north' }).click(),
    theirs: { status: 'completed' },
    save: (page) => page.getByRole('menuitem', { name: 'Start' }).click(),
    asked: [/in progress/i, /completed/i],
  },
  {
    name: 'the assignee in a menu',
    item: { type: 'todo', assigned_to: 1 },
    open: (page) => page.getByRole('button', { name: assignee }).click(),
    theirs: { assigned_to: 2 },
    save: (page) => page.getByRole('menuitemradio', { name: 'Chen Wei' }).click(),
    asked: ['Chen Wei', 'Sam Lee'],
  },
  {
    name: 'the assignee in a dialog',
    item: { type: 'task', assigned_to: 1 },
    open: (page) => choose(page, 'Assign to'),
    theirs: { assigned_to: null },
    save: (page) => press(page, 'Chen Wei'),
    asked: ['Chen Wei', 'Unassigned'],
  },
  {
    name: 'the place',
    item: { type: 'task' },
    open: (page) => choose(page, 'Move to…'),
    theirs: { parent_id: 'Their harbour' },
    save: (page) => page.getByRole('list', { name: 'Places' }).getByText('My harbour').click(),
    asked: ['My harbour', 'Their harbour'],
  },
];

const conflicts = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });

/** Another device of the person changes something, and it arrives. */
async function meanwhile(ada: Person, method: string, path: string, data?: object): Promise<void> {
  await ada.call(method, path, data);
  // What follows it in the feed shows that it has arrived; each type is a stream of its own.
  const after = `After ${path} ${await ada.page.evaluate(() => performance.now())}`;
  const types = ['campaign', 'task', 'todo'];
  for (const type of types) await create(ada, { type, title: `${after} ${type}` });
  await ada.has(...types.map((type) => `${after} ${type}`));
}

async function create(ada: Person, item: Fields): Promise<{ id: number; uuid: string }> {
  return ada.call<{ id: number; uuid: string }>('POST', '/api/items', item);
}

async function keepServer(page: Page): Promise<void> {
  const dialog = conflicts(page);
  await dialog.getByRole('radio', { name: 'Keep Server Version' }).check();
  await dialog.getByRole('button', { name: 'Resolve Conflicts' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Each in turn on one page. */
async function expectQuestions(ada: Person, cases: readonly Case[]): Promise<void> {
  const { page } = ada;
  const places = new Map<unknown, number>();
  for (const title of ['My harbour', 'Their harbour'])
    places.set(title, (await create(ada, { type: 'campaign', title })).id);
  for (const { name, item, open, theirs, save: finish, asked } of cases)
    await test.step(name, async () => {
      const { id } = await create(ada, { title: 'Sail north', ...item });
      await ada.has('Sail north');
      await open(page);
      const place = places.get(theirs['parent_id']);
      await meanwhile(ada, 'PATCH', `/api/items/${id}`, {
        ...theirs,
        ...(place !== undefined && { parent_id: place }),
      });
      await finish(page);
      for (const words of asked) await expect(conflicts(page)).toContainText(words);
      const before = await ada.call<Fields>('GET', `/api/items/${id}`);
      await keepServer(page);
      await ada.settled();
      const { version, ...after } = await ada.call<Fields>('GET', `/api/items/${id}`);
      expect({ version, ...after }).toEqual(before);
      expect(after).toMatchObject(place === undefined ? theirs : { parent_id: place });
      await meanwhile(ada, 'DELETE', `/api/items/${id}`);
    });
  expect(unexpected(ada)).toEqual([]);
}

for (const [where, cases] of [
  ['in Edit', inEdit],
  ['by a menu or dialog', byMenu],
] as const)
  test(`[CONF-06] [I18] what another device changed before a change ${where} is asked about @full`, async ({
    browser,
    server,
  }) => {
    const ada = await signedInAt(browser, server.url, newPhone(), 'Ada');
    await expectQuestions(ada, cases);
  });

test('[CONF-05] [I18] a delete that another device’s change of a child overtakes asks about the child @full', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, newPhone(), 'Ada');
  const { page } = ada;
  const { id } = await create(ada, { type: 'task', title: 'Sail north' });
  const child = await create(ada, { type: 'todo', title: 'Buy rope', parent_id: id });
  await ada.has('Sail north', 'Buy rope');
  await choose(page, 'Delete');
  // What it deletes are the items that it counts when it opens.
  await expect(page.getByRole('alertdialog')).toContainText('1 item');
  await meanwhile(ada, 'PATCH', `/api/items/${child.id}`, { title: 'Buy a long rope' });
  await press(page, 'Delete with its 1 item');
  await expect(conflicts(page)).toContainText('Buy a long rope');
  await keepServer(page);
  await ada.settled();
  expect(await ada.onServer()).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'Buy a long rope' })]),
  );

  // And of the item itself.
  const trip = await create(ada, { type: 'task', title: 'Sail north' });
  await create(ada, { type: 'todo', title: 'Buy twine', parent_id: trip.id });
  await ada.has('Sail north', 'Buy twine');
  await choose(page, 'Delete');
  await meanwhile(ada, 'PATCH', `/api/items/${trip.id}`, { description: 'their words' });
  await press(page, 'Delete only this');
  await expect(conflicts(page)).toContainText('their words');
  await keepServer(page);
  await ada.settled();
  expect(await ada.call('GET', `/api/items/${trip.id}`)).toMatchObject({
    description: 'their words',
  });
});

test('[SHARE-23] [I18] removing a user asks about their assignments since @full', async ({
  browser,
  server,
}) => {
  const { ada, bob } = await twoFriends(browser, server.url);
  const { page } = ada;
  const assigned_to = await bob.id();
  const { id } = await create(ada, { type: 'campaign', title: 'Sail north', assigned_to });
  const child = await create(ada, { type: 'task', title: 'Buy rope', parent_id: id });
  await page.goto('/');
  await ada.has('Sail north', 'Buy rope');
  await ada.open('Sail north');
  await press(page, 'Remove Bo Lindqvist…');
  await meanwhile(ada, 'PATCH', `/api/items/${child.id}`, { assigned_to });
  await press(page, 'Remove');
  const changed = page.getByRole('alertdialog', { name: 'Changed in the meantime' });
  await expect(changed).toContainText('Bo Lindqvist');
  expect(await ada.call('GET', `/api/items/${child.id}`)).toMatchObject({ assigned_to });
  await press(page, 'Keep it as it is');
  await ada.settled();
  expect(await ada.call('GET', `/api/items/${id}`)).toMatchObject({ assigned_to });
});

test('[PREF-08] a name that another device set meanwhile is shown before it is overwritten @full', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, newPhone(), 'Ada');
  const { page } = ada;
  await page.goto('/preferences');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await meanwhile(ada, 'PATCH', '/api/me', { name: 'Ada Byron' });
  await expect(page.getByRole('main')).toContainText('changed to “Ada Byron” on another device');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace');
});
