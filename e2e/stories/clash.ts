import { isOpenTodo } from './acts.ts';
import type { StoryDevice } from './device.ts';
import type { Entry } from './ledger.ts';
import { createCommonTodo } from './sharing.ts';
import { meet, otherThan, type BrowserStory } from './story.ts';
import { expect, type StoryTab } from './tab.ts';

/** One side's action on the item that the other side changes too. */
type ClashAction = 'rename' | 'start' | 'delete';

const pairs: readonly (readonly [there: ClashAction, here: ClashAction])[] = [
  ['rename', 'rename'],
  ['rename', 'start'],
  ['rename', 'delete'],
  ['delete', 'rename'],
];

const choices = {
  local: 'Keep Local Version',
  server: 'Keep Server Version',
  both: 'Keep both changes',
} as const;

/**
 * Both devices change one item without knowing of each other. The user of the later one is asked; the ledger
 * records the decision.
 */
export async function clash(story: BrowserStory): Promise<void> {
  const { chance, devices, ledger } = story;
  const early = chance.pick(devices);
  if (commonTo(story).length === 0) await createCommonTodo(story, early);
  await meet(story);
  const entry = chance.pick(commonTo(story));
  const late = otherThan(story, early);
  const isAble = (device: StoryDevice, action: ClashAction) =>
    action !== 'delete' || ledger.manages(device.person.id, entry);
  const [there, here] = chance.pick(
    pairs.filter((pair) => isAble(early, pair[0]) && isAble(late, pair[1])),
  );
  await late.setOnline(false);
  const ours = await change(story, chance.pick(late.tabs), entry, here);
  const theirs = await change(story, chance.pick(early.tabs), entry, there);
  await early.sent();
  await late.setOnline(true);

  const isBothOffered = there === 'rename' && here === 'start';
  // A user who may not restore it is offered a new item with the text, which is not in the ledger.
  const isOutOfReach = there === 'delete' && !ledger.manages(late.person.id, entry);
  const keep = chance.pick<keyof typeof choices>(
    isBothOffered ? ['local', 'server', 'both'] : isOutOfReach ? ['server'] : ['local', 'server'],
  );
  await decide(story, late, keep);
  if (keep === 'local') Object.assign(entry, ours);
  if (keep === 'server') Object.assign(entry, theirs);
  if (keep === 'both') Object.assign(entry, { title: theirs.title, status: ours.status });
  entry.acts += 4;
}

/** The items that both devices can change: with two people these are not all. */
function commonTo({ devices, ledger }: BrowserStory): Entry[] {
  return ledger
    .living()
    .filter((entry) => isOpenTodo(entry) && entry.status === 'pending')
    .filter((entry) => devices.every(({ person }) => ledger.hasRight(person.id, entry)));
}

/** The rest of the item on that side. */
async function change(
  story: BrowserStory,
  tab: StoryTab,
  entry: Entry,
  action: ClashAction,
): Promise<Pick<Entry, 'title' | 'status' | 'isDeleted'>> {
  const { title, status, isDeleted } = entry;
  story.log(`${tab.name} too: ${action} ${title}`);
  switch (action) {
    case 'rename': {
      const next = story.title();
      await tab.rename(entry.uuid, next);
      return { title: next, status, isDeleted };
    }
    case 'start':
      await tab.setStatus('todo', entry.uuid, 'S');
      return { title, status: 'in_progress', isDeleted };
    case 'delete':
      await tab.remove('todo', entry.uuid, 'nothing');
      return { title, status, isDeleted: true };
  }
}

async function decide(
  story: BrowserStory,
  device: StoryDevice,
  keep: keyof typeof choices,
): Promise<void> {
  const tab = story.chance.pick(device.tabs);
  const dialog = tab.page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
  await dialog.getByRole('radio', { name: choices[keep] }).check();
  story.log(`${tab.name} decides: ${keep}`);
  await dialog.getByRole('button', { name: 'Resolve Conflicts' }).click();
  for (const { page } of device.tabs) {
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await device.sent();
}
