import { actByChance, createTodo, enterNew } from './acts.ts';
import { makeMutual, type StoryDevice } from './device.ts';
import type { Entry } from './ledger.ts';
import { meet, otherThan, type BrowserStory } from './story.ts';
import type { StoryTab } from './tab.ts';

/** One person shares a task and its children with the other, and unshares them again. */
export async function share(story: BrowserStory): Promise<void> {
  const { chance, devices, ledger } = story;
  const [owner, other] = devices;
  const tab = chance.pick(owner.tabs);
  await makeMutual(owner, other);
  await meet(story);
  const task = await newTask(story, owner);
  for (let count = 0; count < 2; count += 1) await createIn(story, owner, tab, task);
  await assign(story, tab, task, other);
  await meet(story);
  // One of them acts on all of these items; items that the other person adds stay theirs.
  const doer = chance.pick(devices);
  for (const entry of [task, ...ledger.below(task.uuid)]) entry.lane = doer.name;
  for (let count = 0; count < 4; count += 1) {
    await actByChance(story, doer, chance.pick(doer.tabs));
  }
  await meet(story);
  if (chance.hits(0.7) && !task.isDeleted) await unassign(story, tab, task, other);
  for (const entry of ledger.living()) {
    const mine = devices.find(({ person }) => ledger.manages(person.id, entry));
    if (mine !== undefined) entry.lane = mine.name;
  }
  await meet(story);
}

/**
 * Creates a todo that the persons of both devices may change: any if it is one person, or one in a task that
 * the other person also has. Two persons must know each other.
 */
export async function createCommonTodo(story: BrowserStory, device: StoryDevice): Promise<void> {
  const other = otherThan(story, device);
  const [tab] = device.tabs;
  if (other.person.id === device.person.id) return createTodo(story, device, tab);
  const task = await newTask(story, device);
  await createIn(story, device, tab, task);
  await assign(story, tab, task, other);
}

async function newTask(story: BrowserStory, device: StoryDevice): Promise<Entry> {
  const title = story.title();
  const tab = device.tabs[0];
  story.log(`${tab.name} creates task ${title}`);
  const uuid = await tab.create('task', title, null);
  enterNew(story, device, uuid, 'task', title, null);
  return story.ledger.get(uuid);
}

async function createIn(
  story: BrowserStory,
  device: StoryDevice,
  tab: StoryTab,
  task: Entry,
): Promise<void> {
  const title = story.title();
  story.log(`${tab.name} creates ${title} in it`);
  enterNew(story, device, await tab.create('todo', title, task.uuid), 'todo', title, task);
}

async function assign(
  story: BrowserStory,
  tab: StoryTab,
  task: Entry,
  to: StoryDevice,
): Promise<void> {
  story.log(`${tab.name} assigns ${task.title} to ${to.name}`);
  await tab.assign('task', task.uuid, to.person.name);
  task.assignee = to.person.id;
  task.acts += 1;
}

async function unassign(
  story: BrowserStory,
  tab: StoryTab,
  task: Entry,
  from: StoryDevice,
): Promise<void> {
  const isRemoved = story.chance.hits(0.5);
  story.log(`${tab.name} ${isRemoved ? 'removes' : 'unassigns'} ${from.name}: ${task.title}`);
  await tab.unassign(task.uuid, from.person.name, isRemoved);
  task.assignee = null;
  task.acts += 1;
}
