import type { StoryDevice } from './device.ts';
import type { Entry, Kind, Status } from './ledger.ts';
import type { BrowserStory } from './story.ts';
import type { StoryTab } from './tab.ts';

const keys = {
  pending: [
    ['S', 'in_progress'],
    ['C', 'completed'],
  ],
  in_progress: [
    ['Q', 'pending'],
    ['C', 'completed'],
  ],
  completed: [['R', 'pending']],
} as const satisfies Record<Status, readonly (readonly ['S' | 'Q' | 'C' | 'R', Status])[]>;

const samples = [
  [1, 'Alex Johnson'],
  [2, 'Sam Lee'],
  [null, null],
] as const;

type Act = (story: BrowserStory, device: StoryDevice, tab: StoryTab) => Promise<boolean>;

/** Performs a random action on a tab, through its screen, and records it when the app has confirmed it. */
export async function actByChance(
  story: BrowserStory,
  device: StoryDevice,
  tab: StoryTab,
): Promise<void> {
  for (;;) {
    const { act } = story.chance.pick(acts);
    if (await act(story, device, tab)) return;
  }
}

/** Creates an item, sometimes inside a task or campaign if its type allows it. */
async function create(story: BrowserStory, device: StoryDevice, tab: StoryTab): Promise<boolean> {
  const { chance, ledger } = story;
  const living = ledger.of(device.name);
  const type: Kind =
    living.every((entry) => entry.type !== 'task') || chance.hits(0.2) ? 'task' : 'todo';
  const tasks = living.filter((entry) => entry.type === 'task');
  const parent =
    type === 'todo' && tasks.length > 0 && chance.hits(0.5) ? chance.pick(tasks) : null;
  const title = story.title();
  story.log(`${tab.name} creates ${type} ${title} in ${parent?.title ?? 'nothing'}`);
  enterNew(story, device, await tab.create(type, title, parent?.uuid ?? null), type, title, parent);
  return true;
}

/** Creates a todo without a parent. */
export async function createTodo(
  story: BrowserStory,
  device: StoryDevice,
  tab: StoryTab,
): Promise<void> {
  const title = story.title();
  story.log(`${tab.name} creates todo ${title}`);
  enterNew(story, device, await tab.create('todo', title, null), 'todo', title, null);
}

/** Records an item that the app has confirmed. */
export function enterNew(
  { ledger }: BrowserStory,
  device: StoryDevice,
  uuid: string,
  type: Kind,
  title: string,
  parent: Entry | null,
): void {
  ledger.add({
    uuid,
    type,
    title,
    status: 'pending',
    parent: parent?.uuid ?? null,
    isDeleted: false,
    owner: device.person.id,
    assignee: null,
    lane: device.name,
    hadChildren: false,
    acts: 1,
  });
  if (parent !== null) parent.hadChildren = true;
}

/** Renames an open todo. */
export async function rename(
  story: BrowserStory,
  device: StoryDevice,
  tab: StoryTab,
): Promise<boolean> {
  const todos = story.ledger.of(device.name).filter(isOpenTodo);
  if (todos.length === 0) return false;
  const entry = story.chance.pick(todos);
  const title = story.title();
  story.log(`${tab.name} renames ${entry.title} to ${title}`);
  await tab.rename(entry.uuid, title);
  entry.title = title;
  entry.acts += 1;
  return true;
}

/** Whether its title can be edited in place. */
export function isOpenTodo({ type, status }: Entry): boolean {
  return type === 'todo' && status !== 'completed';
}

async function setStatus(
  story: BrowserStory,
  device: StoryDevice,
  tab: StoryTab,
): Promise<boolean> {
  const { chance, ledger } = story;
  const entries = ledger.of(device.name).filter((entry) => !entry.hadChildren);
  if (entries.length === 0) return false;
  const entry = chance.pick(entries);
  const [key, status] = chance.pick<readonly ['S' | 'Q' | 'C' | 'R', Status]>(keys[entry.status]);
  story.log(`${tab.name} makes ${entry.title} ${status}`);
  await tab.setStatus(entry.type, entry.uuid, key);
  entry.status = status;
  entry.acts += 1;
  return true;
}

/** Deletes an item, alone or with its children, and sometimes undoes that. */
async function remove(story: BrowserStory, device: StoryDevice, tab: StoryTab): Promise<boolean> {
  const { chance, ledger } = story;
  const entries = ledger.of(device.name).filter((entry) => ledger.manages(device.person.id, entry));
  if (entries.length === 0) return false;
  const entry = chance.pick(entries);
  const below = ledger.below(entry.uuid);
  const isTaking = below.length > 0 && chance.hits(0.5);
  const gone = isTaking ? [entry, ...below] : [entry];
  const isUndoing = chance.hits(0.4);
  story.log(
    `${tab.name} deletes ${entry.title}${isTaking ? ` with ${below.length}` : ''}${isUndoing ? ' and takes it back' : ''}`,
  );
  await tab.remove(
    entry.type,
    entry.uuid,
    below.length === 0 ? 'nothing' : isTaking ? 'take' : 'keep',
  );
  if (isUndoing) {
    await tab.undoRemoval(entry.type, entry.uuid);
    // No toast confirms it, but a later read is answered after the write.
    await device.stored();
    const parent = ledger.parentOf(entry);
    if (parent !== null) parent.hadChildren = true;
  }
  for (const one of gone) {
    one.isDeleted = !isUndoing;
    one.acts += isUndoing ? 2 : 1;
  }
  return true;
}

async function move(story: BrowserStory, device: StoryDevice, tab: StoryTab): Promise<boolean> {
  const { chance, ledger } = story;
  const mine = ledger.of(device.name);
  const todos = mine.filter(
    (entry) => entry.type === 'todo' && ledger.manages(device.person.id, entry),
  );
  if (todos.length === 0) return false;
  const entry = chance.pick(todos);
  const from = ledger.parentOf(entry);
  const tasks = mine.filter((place) => place.type === 'task' && place !== from);
  if (tasks.length === 0 && from === null) return false;
  const to = from !== null && (tasks.length === 0 || chance.hits(0.3)) ? null : chance.pick(tasks);
  story.log(`${tab.name} moves ${entry.title} to ${to?.title ?? 'the top'}`);
  await tab.move('todo', entry.uuid, to?.title ?? null);
  entry.parent = to?.uuid ?? null;
  entry.acts += 1;
  if (to !== null) to.hadChildren = true;
  return true;
}

async function assign(story: BrowserStory, device: StoryDevice, tab: StoryTab): Promise<boolean> {
  const { chance, ledger } = story;
  const isShared = story.devices[0].person.id !== story.devices[1].person.id;
  const todos = ledger.of(device.name).filter((entry) => entry.type === 'todo' && !isShared);
  if (todos.length === 0) return false;
  const entry = chance.pick(todos);
  const [id, name] = chance.pick(samples.filter(([one]) => one !== entry.assignee));
  story.log(`${tab.name} assigns ${entry.title} to ${name ?? 'nobody'}`);
  await tab.assign('todo', entry.uuid, name);
  entry.assignee = id;
  entry.acts += 1;
  return true;
}

const acts: readonly { readonly act: Act }[] = [
  create,
  create,
  create,
  rename,
  rename,
  rename,
  setStatus,
  setStatus,
  remove,
  move,
  assign,
].map((act) => ({ act }));
