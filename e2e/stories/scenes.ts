import { actByChance, createTodo, enterNew, isOpenTodo, rename } from './acts.ts';
import { clash } from './clash.ts';
import type { StoryDevice } from './device.ts';
import { share } from './sharing.ts';
import { meet, otherThan, type BrowserStory } from './story.ts';
import { expect } from './tab.ts';

/** A larger event in a story, while earlier actions may still be in progress. */
export type StoryScene = (story: BrowserStory) => Promise<void>;

/** The server is killed as a batch reaches it, and comes back on the same data after some time. */
async function killServer(story: BrowserStory): Promise<void> {
  const { chance, devices, proxy, server } = story;
  let killed: Promise<void> | undefined;
  const stopWatching = proxy.onRequest((_method, path) => {
    if (path.startsWith('/api/batch')) killed ??= server.kill();
  });
  for (const device of devices) await device.setOnline(true);
  for (let count = 0; count < 3; count += 1) {
    const device = chance.pick(devices);
    await actByChance(story, device, chance.pick(device.tabs));
  }
  stopWatching();
  story.log(killed === undefined ? 'the server is killed' : 'the server was killed in a batch');
  await (killed ?? server.kill());
  const device = chance.pick(devices);
  await actByChance(story, device, chance.pick(device.tabs));
  await server.start();
  story.log('the server is back');
}

/** A tab closes in the middle of a write: its action took effect completely, or not at all. */
async function killTab(story: BrowserStory): Promise<void> {
  const { chance, devices, ledger } = story;
  const device = chance.pick(devices);
  const place = chance.pick([0, 1] as const);
  const tab = device.tabs[place];
  const todos = ledger.of(device.name).filter(isOpenTodo);
  const entry = todos.length > 0 && chance.hits(0.6) ? chance.pick(todos) : null;
  const title = story.title();
  if (entry === null) await tab.startCreating('todo', title, null);
  else await tab.startRenaming(entry.uuid, title);
  story.log(`${tab.name} is closed as it makes ${entry?.title ?? 'a todo'} ${title}`);
  await Promise.allSettled([tab.page.keyboard.press('Enter'), tab.page.close()]);
  await device.reopen(place);

  const { items } = await device.stored();
  if (entry === null) {
    const made = items.find((row) => row.title === title);
    if (made !== undefined) enterNew(story, device, made.uuid, 'todo', title, null);
  } else {
    const row = items.find(({ uuid }) => uuid === entry.uuid);
    expect([entry.title, title]).toContain(row?.title);
    if (row?.title === title) entry.acts += 1;
    entry.title = row?.title ?? '';
  }
}

/** A session ends elsewhere while changes wait: the device says so, keeps them, and continues later. */
async function endSession(story: BrowserStory): Promise<void> {
  const { chance, devices, proxy } = story;
  const device = chance.pick(devices);
  proxy.clear();
  await device.setOnline(false);
  await createTodo(story, device, chance.pick(device.tabs));
  await rename(story, device, chance.pick(device.tabs));
  await device.endSession();
  story.log(`the session of ${device.name} has ended`);
  await device.setOnline(true);
  for (const { page } of device.tabs) {
    await expect(page.getByText('Local only', { exact: true })).toBeVisible();
  }
  const tab = chance.pick(device.tabs);
  await tab.signIn(device.person.phone, device.person.name);
  for (const { page } of device.tabs) {
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  }
  story.log(`${tab.name} signed in again`);
}

/** The server refuses a change: it waits in Needs attention, and is sent or discarded from there. */
async function refuse(story: BrowserStory): Promise<void> {
  const { chance, devices, ledger, proxy } = story;
  await meet(story);
  const device = chance.pick(devices);
  const tab = chance.pick(device.tabs);
  if (!ledger.of(device.name).some(isOpenTodo)) await createTodo(story, device, tab);
  await device.sent();
  proxy.plan(
    { kind: 'status', status: 422, body: { error: { code: 'invalid', message: '' } } },
    { path: /^\/api\/batch/ },
  );
  const before = ledger.of(device.name).map((entry) => ({ entry, title: entry.title }));
  const said = tab.failing(async () => undefined);
  if (!(await rename(story, device, tab))) throw new Error('there was nothing to rename');
  await said;
  await device.sent();
  await tab.goToPreferences();
  if (chance.hits(0.5)) {
    story.log(`${tab.name} sends it again`);
    await tab.page.getByRole('button', { name: /^Retry: / }).click();
  } else {
    story.log(`${tab.name} lets it go`);
    await tab.page.getByRole('button', { name: /^Discard: / }).click();
    await tab.page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Discard', exact: true })
      .click();
    for (const { entry, title } of before) entry.title = title;
  }
  await expect(tab.page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0);
}

/** A guest with items signs in: all items are copied. */
export async function upgrade(story: BrowserStory, guest: StoryDevice): Promise<void> {
  const { chance, proxy } = story;
  for (let count = 0; count < 4; count += 1) {
    await actByChance(story, guest, chance.pick(guest.tabs));
  }
  proxy.clear();
  await guest.setOnline(true);
  proxy.plan(chance.pick([{ kind: 'duplicated' }, { kind: 'delayed', delayMs: 400 }] as const), {
    path: /^\/api\/batch/,
  });
  const tab = chance.pick(guest.tabs);
  story.log(`${tab.name} signs in`);
  await tab.signIn(guest.person.phone, guest.person.name);
  guest.isGuest = false;
  for (const { page } of guest.tabs) {
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  }
  await otherThan(story, guest).setOnline(true);
  await guest.sent();
}

/** The scenes; a story has the one of its seed, and later seeds have others as well. */
export const scenes: readonly StoryScene[] = [
  meet,
  killServer,
  killTab,
  clash,
  async () => undefined,
  endSession,
  share,
  refuse,
];
