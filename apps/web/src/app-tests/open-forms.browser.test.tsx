import { page } from 'vitest/browser';
import { menuEntry } from '../ui/testing/menu-entry.ts';
import { arrived, elsewhere, openSignedIn, settled } from './testing/account-page.ts';
import type { ServerAccount } from './testing/app-server.ts';
import { button, main, openItem } from './testing/on-page.ts';

/*
 * Every form, dialog and menu that is open when a change of another device arrives asks before it overwrites
 * that change (decision 0063).
 */
type Fields = Readonly<Record<string, unknown>>;

interface Case {
  readonly name: string;
  /** The item as both devices have it when the form opens. */
  readonly item: Fields & { readonly type: 'campaign' | 'task' | 'todo' };
  /** Opens the form and performs all but the last step. */
  readonly open: () => Promise<void>;
  /** The change that another device makes meanwhile. */
  readonly theirs: Fields;
  readonly save: () => Promise<void>;
  /** The texts of both versions in the dialog. */
  readonly asked: readonly (string | RegExp)[];
}

const choose = async (entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for Sail north' }).click();
  await menuEntry(entry).click();
};
const field = (label: string) => page.getByRole('dialog').getByLabelText(label);
/** Opens Edit and types another text into one of its fields. */
const typing = (label: string, text: string) => async () => {
  await choose('Edit');
  await field(label).fill(text);
};
const press = (name: string) => button(name).last().click();
const save = () => press('Save');
const assignee = /^Assign Sail north/;
const newYear = { due_date: '2031-01-01' };
const inMarch = { due_date: '2031-03-03' };
const endInMarch = { end_date: '2031-03-03' };

/** A field of Edit, with the value typed here and the one changed elsewhere, both as the dialog shows them. */
const inEdit = (
  [
    ['Title', { type: 'task' }, 'Sail south', { title: 'Sail east' }, ['Sail south', 'Sail east']],
    ['Description', { type: 'todo' }, 'mine', { description: 'theirs' }, ['mine', 'theirs']],
    [
      'Description',
      { type: 'task', description: 'old' },
      '',
      { description: 'theirs' },
      ['theirs'],
    ],
    [
      'Due date',
      { type: 'task', ...newYear },
      '2031-02-02',
      inMarch,
      ['Feb 2, 2031', 'Mar 3, 2031'],
    ],
    ['Due date', { type: 'todo', ...newYear }, '', inMarch, ['Mar 3, 2031']],
    ['End date', { type: 'campaign' }, '2031-02-02', endInMarch, ['Feb 2, 2031', 'Mar 3, 2031']],
  ] as const
).map(([label, item, text, theirs, asked]): Case => {
  const name = `${label} of a ${item.type}${text === '' ? ', emptied' : ''}`;
  return { name, item, open: typing(label, text), theirs, save, asked };
});

const byMenu: readonly Case[] = [
  {
    name: 'the status in a menu',
    item: { type: 'todo' },
    open: () => page.getByRole('button', { name: 'More actions for Sail north' }).click(),
    theirs: { status: 'completed' },
    save: () => menuEntry('Start').click(),
    asked: [/in progress/i, /completed/i],
  },
  {
    name: 'the assignee in a menu',
    item: { type: 'todo', assigned_to: 1 },
    open: () => page.getByRole('button', { name: assignee }).click(),
    theirs: { assigned_to: 2 },
    save: () => page.getByRole('menuitemradio', { name: 'Chen Wei' }).click(),
    asked: ['Chen Wei', 'Sam Lee'],
  },
  {
    name: 'the assignee in a dialog',
    item: { type: 'task', assigned_to: 1 },
    open: () => choose('Assign to'),
    theirs: { assigned_to: null },
    save: () => press('Chen Wei'),
    asked: ['Chen Wei', 'Unassigned'],
  },
  {
    name: 'the place',
    item: { type: 'task' },
    open: () => choose('Move to…'),
    theirs: { parent_id: 'Their harbour' },
    save: () => page.getByRole('list', { name: 'Places' }).getByText('My harbour').click(),
    asked: ['My harbour', 'Their harbour'],
  },
];

const conflicts = page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });

async function create(user: ServerAccount, item: Fields): Promise<{ id: number; uuid: string }> {
  return user.call('POST', '/api/items', item);
}

async function keepServer(): Promise<void> {
  await conflicts.getByRole('radio', { name: 'Keep Server Version' }).click();
  await conflicts.getByRole('button', { name: 'Resolve Conflicts' }).click();
  await expect.element(conflicts).not.toBeInTheDocument();
}

test.each([...inEdit, ...byMenu])(
  '[CONF-06] [I18] before a change of $name the app asks about another device’s change of it',
  async ({ item, open, theirs, save: finish, asked }) => {
    const places = new Map<unknown, number>();
    const { user } = await openSignedIn('/', async (ada) => {
      for (const title of ['My harbour', 'Their harbour'])
        places.set(title, (await create(ada, { type: 'campaign', title })).id);
    });
    const { id } = await create(user, { title: 'Sail north', ...item });
    await arrived('Sail north');
    await open();
    const place = places.get(theirs['parent_id']);
    const change = { ...theirs, ...(place !== undefined && { parent_id: place }) };
    await elsewhere(user, 'PATCH', `/api/items/${id}`, change);
    await finish();
    for (const words of asked) await expect.element(conflicts).toHaveTextContent(words);
    const before = await user.call<Fields>('GET', `/api/items/${id}`);
    await keepServer();
    await settled();
    const after = await user.call<Fields>('GET', `/api/items/${id}`);
    expect(after).toEqual(before);
    expect(after).toMatchObject(change);
  },
);

test('[CONF-05] [I18] before a delete the app asks about another device’s change of a child', async () => {
  const { user } = await openSignedIn();
  const { id } = await create(user, { type: 'task', title: 'Sail north' });
  const child = await create(user, { type: 'todo', title: 'Buy rope', parent_id: id });
  await arrived('Sail north', 'Buy rope');
  await choose('Delete');
  // It deletes the items that it counted when it opened.
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('1 item');
  await elsewhere(user, 'PATCH', `/api/items/${child.id}`, { title: 'Buy a long rope' });
  await press('Delete with its 1 item');
  await expect.element(conflicts).toHaveTextContent('Buy a long rope');
  await keepServer();
  await settled();
  expect(await user.titles()).toContain('Buy a long rope');
});

test('[CONF-05] [I18] before a delete the app asks about another device’s change of the item', async () => {
  const { user } = await openSignedIn();
  const { id } = await create(user, { type: 'task', title: 'Sail north' });
  await create(user, { type: 'todo', title: 'Buy twine', parent_id: id });
  await arrived('Sail north', 'Buy twine');
  await choose('Delete');
  await elsewhere(user, 'PATCH', `/api/items/${id}`, { description: 'their words' });
  await press('Delete only this');
  await expect.element(conflicts).toHaveTextContent('their words');
  await keepServer();
  await settled();
  const kept = { description: 'their words' };
  expect(await user.call('GET', `/api/items/${id}`)).toMatchObject(kept);
});

test('[SHARE-23] [I18] before a user is removed the app asks about assignments made to them since', async () => {
  const { server, user } = await openSignedIn();
  const bob = await server.account('Bo Lindqvist');
  await server.befriend(user, bob);
  const assigned_to = bob.id;
  const { id } = await create(user, { type: 'campaign', title: 'Sail north', assigned_to });
  const child = await create(user, { type: 'task', title: 'Buy rope', parent_id: id });
  await arrived('Sail north', 'Buy rope');
  await openItem('Sail north');
  await press('Remove Bo Lindqvist…');
  await elsewhere(user, 'PATCH', `/api/items/${child.id}`, { assigned_to });
  await press('Remove');
  const changed = page.getByRole('alertdialog', { name: 'Changed in the meantime' });
  await expect.element(changed).toHaveTextContent('Bo Lindqvist');
  expect(await user.call('GET', `/api/items/${child.id}`)).toMatchObject({ assigned_to });
  await press('Keep it as it is');
  await settled();
  expect(await user.call('GET', `/api/items/${id}`)).toMatchObject({ assigned_to });
});

test('[PREF-08] a name that another device set in the meantime is shown before it is overwritten', async () => {
  const { user } = await openSignedIn('/preferences');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Ada Lovelace');
  await elsewhere(user, 'PATCH', '/api/me', { name: 'Ada King' });
  await expect.element(main).toHaveTextContent('changed to “Ada King” on another device');
  await expect.element(name).toHaveValue('Ada Lovelace');
});
