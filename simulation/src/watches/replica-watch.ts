import { byPlace, searchText } from '@foray/domain';
import { upcastItem, type LocalItem } from '@foray/sync';
import { itemSearchOf } from '@foray/web/item-search';
import { listSpec } from '@foray/web/list-specs';
import { dueSpec } from '@foray/web/own-specs';
import { Breach } from '../record/broken.ts';
import type { Browser } from '../device/browser.ts';
import type { Census } from '../record/census.ts';
import type { VirtualClock } from '../story/clock.ts';
import type { ReplicaFaults } from '../device/replica-faults.ts';
import type { ReplicaUnderTest } from '../device/replica-world.ts';
import type { TabReplica } from '../device/tab-replica.ts';

/** The part of the world that tabs show. */
interface ShownWorld {
  readonly clock: VirtualClock;
  readonly browsers: readonly Browser[];
  readonly replicas: { readonly fault: ReplicaFaults };
  readonly checksTabs: boolean;
}

/** I25: a tab shows the stored data, up to the write that it has received. */
export class ReplicaWatch {
  readonly #census: Census;
  /** By replica: the counters of the replica and of its browser at the last check. */
  readonly #seen = new WeakMap<ReplicaUnderTest, string>();
  /** Replicas opened before their data was changed without the store. */
  readonly #stale = new Set<TabReplica>();

  constructor(census: Census) {
    this.#census = census;
  }

  /** Throws `Breach` for the first tab that shows anything else. Called when everything has settled. */
  check({ browsers, checksTabs }: ShownWorld): void {
    if (!checksTabs) return;
    for (const shown of shownIn(browsers)) this.#checkTab(shown);
  }

  /** Like `check`, after somebody has looked at each tab: then it has read the changes it missed. */
  async checkAtRest(world: ShownWorld): Promise<void> {
    const { clock, browsers, checksTabs, replicas } = world;
    const { fault } = replicas;
    if (!checksTabs) return;
    for (const shown of shownIn(browsers)) await clock.until(shown.settled());
    fault.isCalm = true;
    for (const shown of shownIn(browsers)) await shown.catchUp();
    fault.isCalm = false;
    for (const shown of shownIn(browsers)) {
      const { number } = shown.profile;
      if (this.#isDamaged(shown)) continue;
      // Late messages may be applied just now.
      await clock.until(shown.settled());
      // With unreadable counters the position of a tab is unknown.
      const isCounted = shown.profile.tables.meta('counters').has('device');
      if (shown.inStep === null && isCounted)
        throw new Breach('I25', `a tab of ${number} is never in step`);
      this.#checkTab(shown);
    }
  }

  #checkTab(shown: TabReplica): void {
    if (this.#isDamaged(shown)) return;
    const { profile, inStep } = shown;
    const moment = `${profile.checks} ${shown.changes}`;
    if (inStep === null || this.#seen.get(inStep) === moment) return;
    this.#seen.set(inStep, moment);
    this.#census.note('replica', 'compared');
    const difference = differenceOf(inStep, [...profile.tables.items.values()], profile.user.id);
    if (difference !== null) throw new Breach('I25', `a tab of ${profile.number} ${difference}`);
  }

  /** A tab shows the data it read before its store was damaged until the page is loaded again. */
  #isDamaged(shown: TabReplica): boolean {
    if (shown.profile.isDamaged) this.#stale.add(shown);
    else if (this.#stale.delete(shown)) shown.show();
    else return false;
    return true;
  }
}

function shownIn(browsers: readonly Browser[]): readonly TabReplica[] {
  return browsers.flatMap(({ tabs }) => tabs.flatMap(({ open }) => (open ? [open.shown] : [])));
}

/** The difference between the shown and the stored data; null if there is none. */
function differenceOf(
  replica: ReplicaUnderTest,
  stored: readonly LocalItem[],
  userId: number,
): string | null {
  const rows = new Map([...replica.rows()].map((row) => [row.uuid, row]));
  for (const row of stored) {
    const shown = rows.get(row.uuid);
    if (shown === undefined) return `does not show ${row.uuid}`;
    if (!isSame(shown, upcastItem(row))) return `shows another ${row.uuid} than is stored`;
    rows.delete(row.uuid);
  }
  for (const uuid of rows.keys()) return `shows ${uuid}, which is not stored`;
  const living = stored.filter(({ _deleted }) => !_deleted);
  return differenceOfOrder(replica, living, userId) ?? differenceOfSearch(replica, living);
}

function differenceOfOrder(
  replica: ReplicaUnderTest,
  living: readonly LocalItem[],
  userId: number,
): string | null {
  const childrenOf = new Map<string, LocalItem[]>(living.map(({ uuid }) => [uuid, []]));
  // The copy of an occurrence is not a child.
  for (const row of living) {
    if (row.occurrence_of === null) childrenOf.get(row.parent_uuid ?? '')?.push(row);
  }
  for (const [uuid, children] of childrenOf) {
    if (!isSameList(replica.children(uuid), children.toSorted(byPlace)))
      return `shows other children of ${uuid}`;
    const done = children.filter(({ status }) => status === 'completed').length;
    const shown = replica.progress(uuid);
    if (shown.done !== done || shown.total !== children.length) return `counts others of ${uuid}`;
  }
  for (const spec of [listSpec('home', 'all', userId), dueSpec(userId)]) {
    const members = living.filter((row) => spec.has(row, (uuid) => childrenOf.has(uuid)));
    if (!isSameList(replica.list(spec), members.toSorted(spec.compare))) {
      return `shows another list ${spec.key}`;
    }
  }
  return null;
}

/** Searches for the text that was written last. */
function differenceOfSearch(
  replica: ReplicaUnderTest,
  living: readonly LocalItem[],
): string | null {
  const [first] = living;
  if (first === undefined) return null;
  const last = living.reduce((a, b) => (a._localVersion < b._localVersion ? b : a), first);
  const textOf = ({ title, description }: LocalItem): string => searchText(title, description);
  const needle = textOf(last);
  const wanted = living.filter((row) => textOf(row).includes(needle)).map(({ uuid }) => uuid);
  const found = [...itemSearchOf(replica).containing(needle)].map(({ item }) => item.uuid);
  return found.toSorted().join() === wanted.toSorted().join() ? null : `finds others by ${needle}`;
}

function isSame(a: LocalItem, b: LocalItem): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function isSameList(shown: readonly string[], rows: readonly LocalItem[]): boolean {
  return shown.length === rows.length && rows.every(({ uuid }, at) => shown[at] === uuid);
}
