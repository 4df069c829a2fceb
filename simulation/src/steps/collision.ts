import type { ItemChange } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { Role } from './actor.ts';
import { tracedFields } from '../record/fields.ts';
import { ItemActor } from './item-steps.ts';
import { openedBy, type ItemStep } from './item-step.ts';
import type { Profile } from '../story/profile.ts';
import type { Step } from '../story/story.ts';
import type { TabAccount } from '../device/tab.ts';
import type { HistoryDirection } from '../device/tab-history.ts';
import { undo } from './undoing.ts';
import type { World } from '../world/world.ts';

/** Actions of the first person, which take effect before the other's request arrives. */
const firsts = ['delete', 'removePerson', 'assign', 'edit', 'move', 'delete'] as const;
/** Actions of the second person, unaware of the first: with the item, or with something else below it. */
const seconds: readonly [Second, ...Second[]] = [
  ['edit', 'about'],
  ['delete', 'about'],
  ['assign', 'about'],
  ['removePerson', 'about'],
  ['create', 'under'],
  ['move', 'under'],
];

type Second = readonly [kind: ItemStep, place: 'about' | 'under'];

interface Holder extends Role {
  readonly open: TabAccount;
}

/**
 * Two users change one item that both have up to date, and sync at the same time: neither receives the
 * other's change before their own is sent.
 */
export function collide(world: World, step: Step): void {
  const shared = sharedIn(world);
  const [kind, place] = seconds[Math.floor(step.to / firsts.length) % seconds.length] ?? seconds[0];
  const assigned = kind === 'removePerson' ? shared.filter(isAssigned) : [];
  const some = assigned.length > 0 ? assigned : shared;
  const chosen = some[step.at % some.length];
  if (chosen === undefined) return;
  const { one, other, uuid } = chosen;
  act(world, { ...step, kind: firsts[step.to % firsts.length] ?? 'delete' }, one, { about: uuid });
  act(world, { ...step, kind }, other, { [place]: uuid });
  for (const holder of [one, other]) sync(world, holder);
}

/**
 * Two people open an editor, menu or dialog of the same item; the change of one arrives while the other's is
 * open.
 */
export function overtake(world: World, step: Step): void {
  const shared = sharedIn(world);
  const chosen = shared[step.at % shared.length];
  if (chosen === undefined) return;
  const { one, other, uuid } = chosen;
  act(world, { ...step, kind: 'openEditor' }, one, { about: uuid });
  act(world, { ...step, kind: openedBy(step) }, other, { about: uuid });
  sync(world, other);
  world.clock.after(500, () => sync(world, one));
}

/** Changes the title, the description and the dates. */
const widely = 15;

/**
 * Redoes an undone action after it was changed in another browser and that change has arrived. If the story
 * has not reached that point, takes the next step towards it: an item that two browsers have is changed, the
 * change is undone and sent, or the other browser changes the item.
 */
export function redoLate(world: World, step: Step): void {
  const undone = changesIn(world, 'redo');
  const late = undone[step.at % undone.length];
  if (late !== undefined) {
    const { one, other, row, after } = late;
    const isOvertaken = tracedFields.some((field) => field in after && row[field] !== after[field]);
    if (isOvertaken) return takeBack(world, one, 'redo');
    if (row._syncStatus !== 'synced') return sync(world, one);
    act(world, { ...step, kind: 'edit', to: widely }, other, { about: row.uuid });
    return sync(world, other);
  }
  const done = changesIn(world, 'undo');
  const last = done[step.at % done.length];
  if (last !== undefined) return takeBack(world, last.one, 'undo');
  const shared = sharedIn(world);
  const chosen = shared[step.at % shared.length];
  if (chosen === undefined) return;
  act(world, { ...step, kind: 'edit' }, chosen.one, { about: chosen.uuid });
}

/**
 * A change of texts and dates that a tab can undo or redo next, on an item that another browser can change
 * too.
 */
interface OwnChange extends Pick<Shared, 'one' | 'other'> {
  readonly row: LocalItem;
  /** The values that it left. */
  readonly after: ItemChange;
}

function changesIn(world: World, way: HistoryDirection): readonly OwnChange[] {
  const holders = holdersIn(world);
  return holders.flatMap((one) => {
    const [effect] = one.open.history.next(way) ?? [];
    if (effect?.kind !== 'change') return [];
    const row = rowOf(one, effect.uuid);
    const { after } = effect.made;
    const isTraced = (field: string): boolean => tracedFields.some((traced) => traced === field);
    if (row === undefined || row._deleted || !Object.keys(after).every(isTraced)) return [];
    return holders
      .filter((other) => other.browser !== one.browser && canChange(rowOf(other, row.uuid)))
      .map((other) => ({ one, other, row, after }));
  });
}

function canChange(row: LocalItem | undefined): boolean {
  return row !== undefined && !row._deleted && row.permission !== 'view';
}

function takeBack(world: World, { open }: Holder, way: HistoryDirection): void {
  undo(world, open, way).catch(world.fail);
}

/** An item that two people have, each in a browser of their own. */
interface Shared {
  readonly one: Holder;
  readonly other: Holder;
  readonly uuid: string;
}

function holdersIn(world: World): readonly Holder[] {
  return world.browsers.flatMap((browser) =>
    browser.tabs.flatMap((tab): Holder[] => {
      const { open, life } = tab;
      return open === null || life.isFrozen || open.profile.isGuest ? [] : [{ browser, tab, open }];
    }),
  );
}

function sharedIn(world: World): readonly Shared[] {
  const holders = holdersIn(world);
  return holders.flatMap((one) =>
    holders
      .filter(({ browser }) => browser !== one.browser)
      .flatMap((other) => inStepInBoth(one.open, other.open).map((uuid) => ({ one, other, uuid }))),
  );
}

function act(
  world: World,
  step: Step & { readonly kind: ItemStep },
  { browser, tab }: Holder,
  of: Pick<Role, 'about' | 'under'>,
): void {
  new ItemActor(world, step, { browser, tab, ...of }).changeItem(step.kind);
}

function sync(world: World, { open }: Holder): void {
  open.engine.run('timer').catch(world.fail);
}

function rowOf({ open: { profile } }: Holder, uuid: string): LocalItem | undefined {
  return profile.tables.items.get(profile.tables.idOfUuid.get(uuid) ?? -1);
}

function isAssigned({ one, uuid }: Shared): boolean {
  return rowOf(one, uuid)?.assigned_to != null;
}

function inStepInBoth(
  { profile: one }: TabAccount,
  { profile: other }: TabAccount,
): readonly string[] {
  const inStep = ({ tables }: Profile): readonly LocalItem[] =>
    [...tables.items.values()].filter((row) => !row._deleted && row._syncStatus === 'synced');
  const others = new Set(inStep(other).map(({ uuid }) => uuid));
  return inStep(one).flatMap(({ uuid }) => (others.has(uuid) ? [uuid] : []));
}

/**
 * Actions of the other person on their own items inside the item, or on the item itself, while it is
 * unshared.
 */
const whileTaken: readonly [Taken, ...Taken[]] = [
  ['delete', 'own'],
  ['removePerson', 'own'],
  ['move', 'own'],
  ['removePerson', 'own'],
  ['assign', 'about'],
  ['edit', 'about'],
  ['create', 'under'],
  ['label', 'about'],
  ['place', 'about'],
];

type Taken = readonly [kind: ItemStep, place: 'own' | 'about' | 'under'];

/**
 * A user unshares an item from another user who is working in it. If the story has not reached that point,
 * takes the next step towards it: the item is shared, or the other user creates something in it.
 */
export function takeAway(world: World, step: Step): void {
  const shared = sharedIn(world).filter(({ one, other, uuid }) => {
    const row = rowOf(one, uuid);
    const areTwo = one.open.profile.user.id !== other.open.profile.user.id;
    return areTwo && row?.permission === 'manage' && row.type !== 'todo';
  });
  const given = shared.filter(isTheOthers);
  const ready = given.filter((one) => ownBelow(one)?._syncStatus === 'synced');
  const empty = given.filter((one) => ownBelow(one) === undefined);
  const some = [ready, empty].find(({ length }) => length > 0) ?? [];
  const chosen = some[step.at % some.length];
  if (chosen === undefined) return share(world, step);
  const { one, other, uuid } = chosen;
  if (some === empty) {
    act(world, { ...step, kind: 'create', at: 1, to: 2, salt: 2 }, other, { under: uuid });
    return sync(world, other);
  }
  // Removing a person leaves them nothing below; unassigning a person does.
  const kind = step.salt % 3 === 0 ? 'removePerson' : 'assign';
  act(world, { ...step, kind, to: kind === 'assign' ? 0 : 1, salt: 1 }, one, { about: uuid });
  const [second, place] = whileTaken[step.to % whileTaken.length] ?? whileTaken[0];
  const of = place === 'own' ? { about: ownBelow(chosen)?.uuid ?? uuid } : { [place]: uuid };
  act(world, { ...step, kind: second, to: step.to | 1, salt: 1 }, other, of);
  sync(world, one);
  // Mostly in the order of its former pull, and sends afterwards.
  world.clock.after(60, () => sync(world, other));
}

/** Somebody assigns one of their items to another person, or creates one to assign. */
function share(world: World, step: Step): void {
  const holders = holdersIn(world);
  const one = holders[step.at % holders.length];
  const strangers = holders.filter(
    ({ open }) => open.profile.user.id !== one?.open.profile.user.id,
  );
  const other = strangers[step.to % strangers.length];
  if (one === undefined || other === undefined) return;
  const own = [...one.open.profile.tables.items.values()].find(
    (row) => row.permission === 'manage' && row.type !== 'todo' && !row._deleted,
  );
  if (own === undefined) act(world, { ...step, kind: 'create', at: 4, to: 0 }, one, {});
  else {
    const to = 2 + world.browsers.indexOf(other.browser);
    act(world, { ...step, kind: 'assign', to, salt: 1 }, one, { about: own.uuid });
  }
  for (const holder of [one, other]) sync(world, holder);
}

function isTheOthers({ one, other, uuid }: Shared): boolean {
  return rowOf(one, uuid)?.assigned_to === other.open.profile.user.id;
}

/** An item that the other person made in it for themself, and loses the right to manage with it. */
function ownBelow({ other, uuid }: Shared): LocalItem | undefined {
  const { user, tables } = other.open.profile;
  return [...tables.items.values()].find(
    (row) => row.parent_uuid === uuid && row.user_id === user.id && row.assigned_to === user.id,
  );
}
