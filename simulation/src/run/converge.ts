import { itemOf } from '@foray/domain';
import { isBlocked, type LocalItem, type QueuedRequest } from '@foray/sync';
import type { ItemRow } from '@foray/authority';
import { laterFieldNames } from '@foray/sync/testing';
import type { Browser } from '../device/browser.ts';
import type { Profile } from '../story/profile.ts';
import type { TabAccount } from '../device/tab.ts';
import { conflictsIn, decide, giveUp, blockedIn } from '../steps/perform.ts';
import { checkInbox } from '../watches/inbox-at-rest.ts';
import { checkProgress } from '../steps/progress.ts';
import { sightOf } from '../record/rights.ts';
import { checkReported } from '../steps/damaging.ts';
import { Breach } from '../record/broken.ts';
import { failIfIsolated } from '../record/unexpected-failure.ts';
import { isBehind } from '../watches/cause-watch.ts';
import type { World } from '../world/world.ts';

const runsToEmpty = 3;
/** The number of rounds of decisions after which some queue must have become shorter. */
const roundsToRest = 12;
/** The number of sync cycles of all devices after which none may write any more. */
const roundsToQuiet = 4;

/**
 * Ends all faults and lets everybody sync and decide until nothing is left to do. Then the queues are empty
 * (I12) and every device shows exactly what its user sees on the server (I7).
 */
export async function converge(world: World): Promise<void> {
  const { faults } = world;
  await world.newerApp.sendAll();
  await checkProgress(world);
  world.lasting = null;
  world.misbehave({});
  world.server.endFaults();
  for (const browser of world.browsers) browser.endFaults();
  // Requests and messages in flight arrive, and sync cycles that wait for a response give up.
  await world.clock.pass(190_000);
  for (const browser of world.browsers) await comeHome(world, browser);
  const all = world.browsers.flatMap((browser) => browser.openAll());
  const upToDate: UpToDate = new Map();
  for (let run = 0; run < runsToEmpty; run += 1) {
    await runAll(world, all, upToDate);
    if (all.every(({ profile }) => profile.tables.requests.size === 0)) break;
  }
  for (const opened of all) {
    checkEmpty(opened.profile);
    failIfIsolated(opened.engine.log(), world.fail);
    await checkReported(world, opened);
  }
  checkNowhereTwice(world);
  // Each round discards one of a series of refused requests.
  let [shortest, idle] = [Infinity, 0];
  for (let round = 0; !(await isAtRest(world, all, upToDate, round)); round += 1) {
    const waiting = all.reduce((sum, { profile }) => sum + profile.tables.requests.size, 0);
    idle = waiting < shortest ? 0 : idle + 1;
    shortest = Math.min(shortest, waiting);
    if (idle === roundsToRest) throw new Breach('I12', 'conflicts never end');
  }
  const profiles = all.map(({ profile }) => profile);
  for (const profile of profiles) checkShown(world, profile);
  for (const profile of profiles) profile.isDamaged = false;
  for (const profile of profiles) checkInbox(profile, world.server);
  world.privateRows.checkAtRest(world.server, profiles);
  checkMadeAgain(world);
  const { labels, places, occurrences, deletes } = world;
  for (const watch of [labels, places, occurrences, deletes]) watch.checkAtRest(world);
  world.imports.checkComplete(world.server.store, {
    ownerOf: (browser, uuid) => world.watch.ownerOf(browser, uuid),
    hasEnded: (userId) => world.server.hasEnded(userId),
  });
  for (const browser of world.browsers) browser.closeVisits();
  await world.shown.checkAtRest(world);
  world.misbehave(faults);
}

/** Finishes sign-outs, and signs the owner of a browser in with the data that they created as a guest. */
async function comeHome(world: World, browser: Browser): Promise<void> {
  const settle = async (): Promise<void> => {
    for (const tab of browser.tabs) await world.clock.until(tab.settled());
    await world.clock.pass(1000);
    for (const tab of browser.tabs) await world.clock.until(tab.settled());
  };
  await settle();
  if (world.server.hasEnded(browser.memory.value.user?.id ?? 0)) {
    await notifyOfEnd(world, browser);
    await settle();
  }
  if (browser.memory.value.leaving.length > 0) {
    browser.crash();
    await settle();
  }
  if (browser.memory.value.leaving.length > 0) throw new Breach('I15', 'a sign-out never ends');
  for (const profile of browser.profiles.values()) checkLeft(profile);
  const [tab] = browser.tabs;
  if (tab !== undefined && browser.memory.value.user === null) {
    await world.clock.until(tab.signIn(browser.user));
  }
  await settle();
  if (!browser.guest.hasNothing) {
    browser.crash();
    await settle();
  }
  world.watch.check(world.server, world.profiles);
  if (!browser.guest.hasNothing) throw new Breach('I1', 'something stays behind with a guest');
}

/** A person signed in to a deleted account is a guest after the next sync cycle. */
async function notifyOfEnd({ clock }: World, { tabs, memory }: Browser): Promise<void> {
  for (const { open } of tabs) if (open !== null) await clock.until(open.engine.run('sync_now'));
  await clock.pass(1000);
  for (const tab of tabs) await clock.until(tab.settled());
  const { user } = memory.value;
  if (user !== null)
    throw new Breach('I12', `${user.id} is signed in to an account that has ended`);
}

/** After a sign-out no data is left, unless it was to be kept and something is unsent. */
function checkLeft(profile: Profile): void {
  const { left, isErased, isUnsent, number } = profile;
  if (left === null || left === 'kept' || isErased) return;
  if (left === 'keep' && isUnsent) return;
  throw new Breach('I15', `${number} is signed out, and there is something left of it`);
}

/** The commit up to which each device has received everything from the server. */
type UpToDate = Map<TabAccount, number>;

/** Lets every device sync for which that may change something. */
async function runAll(world: World, all: readonly TabAccount[], upToDate: UpToDate): Promise<void> {
  const { server } = world;
  for (const opened of all) {
    const { profile, engine } = opened;
    const before = server.commits;
    if (upToDate.get(opened) === before && !profile.isUnsent) continue;
    const outcome = await world.clock.until(engine.run('sync_now'));
    world.watch.check(world.server, world.profiles);
    if (outcome.kind !== 'complete') {
      throw new Breach('I12', `a run of ${profile.number} ended ${JSON.stringify(outcome)}`);
    }
    if (server.commits === before) upToDate.set(opened, before);
  }
}

/** Decides and discards everything left, half of it either way; true if nothing was left. */
async function isAtRest(
  world: World,
  all: readonly TabAccount[],
  upToDate: UpToDate,
  round: number,
): Promise<boolean> {
  let left = 0;
  for (const opened of all) {
    for (const conflict of conflictsIn(opened.profile)) {
      left += 1;
      upToDate.delete(opened);
      // In the last rounds the server wins, so that people do not alternate forever.
      const choice = round < 4 ? world.random.below(4) : 1;
      await world.clock.until(decide(world, opened, conflict, choice));
    }
    // Giving up one request may remove others with it.
    for (const { id } of blockedIn(opened.profile)) {
      const blocked = blockedIn(opened.profile).find((one) => one.id === id);
      if (blocked === undefined) continue;
      left += 1;
      upToDate.delete(opened);
      await world.clock.until(giveUp(world, opened, blocked));
    }
    world.watch.check(world.server, world.profiles);
  }
  // A sync cycle that began before the last write has not read it.
  let commits = -1;
  for (let run = 0; commits !== world.server.commits; run += 1) {
    if (run === roundsToQuiet) throw new Breach('I12', 'somebody writes for ever');
    commits = world.server.commits;
    await runAll(world, all, upToDate);
  }
  // A sync cycle may bring new things to decide.
  return left === 0 && all.every(({ profile }) => conflictsIn(profile).length === 0);
}

function checkEmpty(browser: Profile): void {
  const queue = [...browser.tables.requests.values()];
  for (const { state, method, url } of queue) {
    if (isBlocked(state) && state.why.kind === 'server_errors') {
      throw new Breach('I23', `${method} ${url} on ${browser.number} is not tried again`);
    }
  }
  const held = heldIn(browser);
  const free = queue.find((request) => !held.has(request));
  if (free === undefined) return;
  throw new Breach('I12', `${free.method} ${free.url} is still queued on ${browser.number}`);
}

/** Requests that are blocked, are about an item in conflict, or wait behind such a request. */
function heldIn({ tables }: Profile): ReadonlySet<QueuedRequest> {
  const queue = [...tables.requests.values()];
  const conflicts = tables.meta('conflict');
  const isHeld = ({ state, touches, needs }: QueuedRequest): boolean =>
    isBlocked(state) || [...touches, ...needs].some((uuid) => conflicts.has(uuid));
  const held = new Set(queue.filter(isHeld));
  for (const one of held) for (const next of queue) if (isBehind(next, one)) held.add(next);
  return held;
}

/** A request that took effect does not wait to take effect again. */
function checkNowhereTwice({ profiles: browsers, server, watch, eventLog }: World): void {
  const stored = new Set([...server.store.rows('items')].map(({ uuid }) => uuid));
  for (const browser of browsers) {
    if (server.hasEnded(browser.user.id)) continue;
    const held = heldIn(browser);
    for (const request of browser.tables.requests.values()) {
      const { data, itemUuid } = request;
      const title = data?.['title'];
      const uuid = itemUuid ?? '';
      if (typeof title !== 'string' || !watch.server.hasTitle(title)) continue;
      // The copy of an occurrence has the title of its item.
      const isCopy = data?.['occurrence_of'] != null;
      if (isCopy && !stored.has(uuid)) continue;
      // A kept change of a deleted item continues in a copy.
      const writer = eventLog.writerOf(title);
      const [first = ''] = writer?.uuids ?? [];
      // A value that an undo brings back existed before.
      if (writer?.isUndo) continue;
      if (eventLog.wasKept(uuid) || eventLog.wasKept(first)) continue;
      // After a restored backup no device knows whether a received value was lost, sent again by another
      // device, or replaced: its user is asked (decision 0070), or finds here a request that this device may
      // not send, or one that waits behind it. Conflicts of the last release end its history in the same way.
      const hasLeftHistory = server.restores > 0 || browser.tables.hasOldRows;
      if (hasLeftHistory && held.has(request)) continue;
      throw new Breach('I1', `"${title}" is on the server, and queued on ${browser.number}`);
    }
  }
}

/** A device's own items that a restored backup lost exist again, unless their person gave them up. */
function checkMadeAgain({ lost, server, eventLog, profiles }: World): void {
  const rows = [...server.store.rows('items')];
  const uuids = new Set(rows.map(({ uuid }) => uuid));
  const deleted = new Set(rows.flatMap((row) => (row.deleted_at === null ? [] : row.uuid)));
  for (const { browser, uuid, copyOf, erasures } of lost) {
    // Items that were erased here after they were fully in sync with the server cannot be recreated.
    if (profiles[browser - 1]?.tables.erasures !== erasures) continue;
    if (uuids.has(uuid) || eventLog.wasLetGo(browser, uuid)) continue;
    // Deleting an item deletes its copies without naming them, even ones that the device never saw.
    const isDeleted = copyOf !== null && deleted.has(copyOf);
    const isTaken = eventLog
      .actionsOn(copyOf ?? '')
      .some((action) => action.kind === 'delete' && action.browser === browser);
    if (isDeleted || isTaken) continue;
    throw new Breach('I1', `${uuid}, which ${browser} had, is lost with the backup`);
  }
}

function checkShown(world: World, browser: Profile): void {
  const items = [...world.server.store.rows('items')];
  const sight = sightOf(browser.user.id, items);
  const shown = new Map<string, LocalItem>();
  for (const row of browser.tables.items.values()) if (!row._deleted) shown.set(row.uuid, row);
  for (const item of items) {
    const right = sight.get(item.uuid);
    const row = shown.get(item.uuid);
    shown.delete(item.uuid);
    const unread = browser.browser.isLastRelease ? laterFieldNames : [];
    const difference = compare(item, right, row, unread);
    if (difference === null) continue;
    throw new Breach('I7', `${item.uuid} on ${browser.number}: ${difference}`);
  }
  for (const uuid of shown.keys()) {
    throw new Breach('I7', `${uuid} on ${browser.number} is not on the server`);
  }
  // An item deleted before the server knew it stays, so that it can be recreated.
  const hidden = [...browser.tables.items.values()].filter((row) => row._deleted && row.base);
  if (hidden.length > 0) {
    throw new Breach('I6', `${hidden[0]?.uuid} stays on ${browser.number}, deleted`);
  }
}

/** How the shown items differ from those on the server, except in fields that the app does not read. */
function compare(
  item: ItemRow,
  right: string | undefined,
  row: LocalItem | undefined,
  unread: readonly string[],
): string | null {
  if (right === undefined || row === undefined) {
    const isSame = right === undefined && row === undefined;
    return isSame ? null : `shown ${row !== undefined}, seen on the server ${right}`;
  }
  if (row.permission !== right) return `permission ${row.permission}, by the rules ${right}`;
  // A device has its own numbers for parents.
  const { uuid: _uuid, parent_id: _parentId, ...fields } = itemOf(item);
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const shown = itemOf(row);
  const wrong = names.find(
    (field) => !unread.includes(field) && String(shown[field]) !== String(item[field]),
  );
  if (wrong === undefined) return null;
  return `${wrong} ${String(shown[wrong])}, on the server ${String(item[wrong])}`;
}
