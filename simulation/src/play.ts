import {
  assignItem,
  createItem,
  deleteItem,
  discardRequest,
  editItem,
  moveItem,
  restoreItem,
  retryRequest,
  setStatus,
} from '@foray/sync';
import type { Conflict, Keep, LocalItem, QueuedRequest } from '@foray/sync';
import { itemStatuses, itemTypes } from '@foray/domain';
import type { Browser, Tab } from './browser.ts';
import type { Deed } from './diary.ts';
import type { Step } from './story.ts';
import type { World } from './world.ts';

/** What an action of the app comes to: done, or nothing. */
type Outcome = Promise<{ readonly ok: boolean }>;
type NewDeed = Partial<Deed> & Pick<Deed, 'kind' | 'uuids'>;

const triggers = ['timer', 'action', 'sync_now', 'start'] as const;

/** One step with who takes it; nothing of it is awaited, since people do not wait either. */
export class Player {
  readonly #world: World;
  readonly #browser: Browser;
  readonly #tab: Tab;
  readonly #step: Step;

  constructor(world: World, step: Step) {
    const { browser, tab } = world.tabAt(step.tab);
    this.#world = world;
    this.#browser = browser;
    this.#tab = tab;
    this.#step = step;
  }

  /** Starts what the step says; a step that finds nothing to act on does nothing. */
  take(): void {
    const { kind, to } = this.#step;
    const { device, engine } = this.#tab;
    switch (kind) {
      case 'create':
        return this.#create();
      case 'edit':
        return this.#onItem((row) => this.#edit(row));
      case 'status':
        return this.#onItem(({ uuid }) => {
          const status = itemStatuses[to % itemStatuses.length] ?? 'pending';
          this.#do({ kind, uuids: [uuid] }, () => setStatus(device, uuid, status));
        });
      case 'assign':
        return this.#onItem(({ uuid }) => {
          const assignee = this.#assignee();
          this.#do({ kind, uuids: [uuid] }, () => assignItem(device, uuid, assignee));
        });
      case 'move':
        return this.#onItem(({ uuid, type }) => {
          const parent = this.#parentFor(type);
          this.#do({ kind, uuids: [uuid] }, () => moveItem(device, uuid, parent));
        });
      case 'delete':
      case 'deleteAll':
        return this.#onItem(({ uuid }) => {
          const below = kind === 'deleteAll' ? this.#below(uuid) : [];
          const uuids = [uuid, ...below];
          this.#do({ kind: 'delete', uuids }, () => deleteItem(device, uuid, below));
        });
      case 'restore':
        return this.#restore();
      case 'run':
        return this.#run(engine.run(triggers[to % triggers.length] ?? 'timer'));
      case 'resolve':
        return this.#resolve();
      case 'attention':
        return this.#attend();
      case 'dialog':
        this.#browser.isResolving = !this.#browser.isResolving;
        return;
      case 'serverCrash':
        return this.#crashServer();
      case 'deviceCrash':
        return this.#browser.planCrash(to % 40);
      case 'tabClosed':
        return this.#browser.closeTab(this.#tab);
      case 'otherSession':
        return this.#switchSession();
      case 'clockJump':
        return this.#jumpClock();
      case 'restoreDb':
        if (to % 2 === 0) this.#world.server.takeBackup();
        else this.#world.restoreBackup();
        return;
      case 'heal':
        throw new Error('healing takes its time: it is not for a player');
    }
  }

  #create(): void {
    const { device } = this.#tab;
    const type = itemTypes[this.#step.to % itemTypes.length] ?? 'todo';
    const uuid = device.ids.uuid();
    const parent_uuid = this.#parentFor(type);
    const title = this.#newTitle();
    this.#do({ kind: 'text', uuids: [uuid], title }, () =>
      createItem(device, { uuid, type, title, parent_uuid }),
    );
  }

  #edit({ uuid }: LocalItem): void {
    const title = this.#newTitle();
    const description = this.#step.to % 3 === 0 ? { description: `about ${title}` } : {};
    this.#do({ kind: 'text', uuids: [uuid], title }, () =>
      editItem(this.#tab.device, uuid, { title, ...description }),
    );
  }

  #restore(): void {
    const deleted = [...this.#rows()].filter((row) => row._deleted).map(({ uuid }) => uuid);
    const trash = this.#browser.tables.meta('trash').keys();
    const uuid = this.#choose([...new Set([...deleted, ...trash])]);
    if (uuid === undefined) return;
    this.#do({ kind: 'restore', uuids: [uuid] }, () => restoreItem(this.#tab.device, uuid));
  }

  #resolve(): void {
    const conflict = this.#choose(conflictsIn(this.#browser));
    if (conflict !== undefined)
      this.#run(decide(this.#world, this.#browser, conflict, this.#step.to));
  }

  #attend(): void {
    const request = this.#choose(parkedIn(this.#browser));
    if (request === undefined) return;
    if (this.#step.to % 2 === 0) return this.#run(giveUp(this.#world, this.#browser, request));
    const { touches, id } = request;
    this.#do({ kind: 'retry', uuids: touches }, () => retryRequest(this.#tab.device, id));
  }

  #crashServer(): void {
    const { server } = this.#world;
    const { at, to } = this.#step;
    if (to % 3 === 0) server.crash(500 + at * 5);
    else server.planCrash(to % 3 === 1 ? 'before' : 'after', at % 6);
  }

  #switchSession(): void {
    const browser = this.#browser;
    const others = this.#world.browsers.filter(({ user }) => user.id !== browser.user.id);
    const other = this.#choose(others);
    const isHome = browser.sessionUserId === browser.user.id;
    browser.sessionUserId = isHome && other !== undefined ? other.user.id : browser.user.id;
  }

  #jumpClock(): void {
    const { at, to } = this.#step;
    // Up to ten years before or after, and back to the truth at times.
    const years = at % 4 === 0 ? 0 : (to / 1000) * 20 - 10;
    this.#browser.skewMs = Math.round(years * 365.25 * 86_400_000);
  }

  #onItem(act: (row: LocalItem) => void): void {
    const row = this.#choose([...this.#rows()].filter((one) => !one._deleted));
    if (row !== undefined) act(row);
  }

  #assignee(): number | null {
    const people = this.#world.browsers.map(({ user }) => user.id);
    return this.#chooseBy(this.#step.to, [null, 1, ...people]) ?? null;
  }

  #parentFor(type: LocalItem['type']): string | null {
    const { at, to } = this.#step;
    if (at % 4 === 0) return null;
    const parents = [...this.#rows()].filter(
      (row) =>
        !row._deleted && (row.type === 'campaign' || row.type === 'task') && row.type !== type,
    );
    return this.#chooseBy(at * 31 + to, parents)?.uuid ?? null;
  }

  #below(uuid: string): string[] {
    const children = [...this.#rows()].filter((row) => row.parent_uuid === uuid && !row._deleted);
    return children.flatMap((child) => [child.uuid, ...this.#below(child.uuid)]);
  }

  #rows(): Iterable<LocalItem> {
    return this.#browser.tables.items.values();
  }

  #newTitle(): string {
    return `text ${this.#world.diary.deeds.length}`;
  }

  #choose<T>(list: readonly T[]): T | undefined {
    return this.#chooseBy(this.#step.at, list);
  }

  #chooseBy<T>(number: number, list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[number % list.length];
  }

  #do(deed: NewDeed, act: () => Outcome): void {
    this.#run(perform(this.#world, this.#browser, deed, act));
  }

  #run(promise: Promise<unknown>): void {
    promise.catch(this.#world.fail);
  }
}

/** The conflicts stored in a browser. */
export function conflictsIn({ tables }: Browser): readonly Conflict[] {
  return [...tables.meta('conflict').values()].map(({ value }) => value);
}

/** The requests in a browser's Needs attention, in order. */
export function parkedIn(browser: Browser): readonly QueuedRequest[] {
  return [...browser.tables.requests.values()]
    .filter(({ state }) => state.kind === 'parked')
    .toSorted((a, b) => a.seq - b.seq);
}

/** Decides a conflict as `choice` says; what the dialog does not offer is decided for the server. */
export function decide(
  world: World,
  browser: Browser,
  conflict: Conflict,
  choice: number,
): Outcome {
  const { uuid, canKeepBoth } = conflict;
  const wish = (['local', 'server', 'both'] as const)[choice % 3] ?? 'server';
  const keep: Keep = wish === 'both' && !canKeepBoth ? 'server' : wish;
  const engine = browser.tabs[0]?.engine;
  return perform(world, browser, { kind: 'resolve', uuids: [uuid], keep }, async () => {
    return engine === undefined ? { ok: false } : engine.resolve(uuid, keep);
  });
}

/** Discards a parked request; everything that follows from it may go with it. */
export function giveUp(world: World, browser: Browser, request: QueuedRequest): Outcome {
  const uuids = new Set(request.touches);
  const later = [...browser.tables.requests.values()].filter(({ seq }) => seq >= request.seq);
  for (const { touches, needs } of later.toSorted((a, b) => a.seq - b.seq)) {
    if ([...touches, ...needs].some((uuid) => uuids.has(uuid)))
      touches.forEach((uuid) => uuids.add(uuid));
  }
  const device = browser.tabs[0]?.device;
  return perform(world, browser, { kind: 'discard', uuids: [...uuids] }, async () => {
    return device === undefined ? { ok: false } : discardRequest(device, request.id);
  });
}

async function perform(world: World, browser: Browser, deed: NewDeed, act: () => Outcome): Outcome {
  const { number, user } = browser;
  const begun = world.diary.begin({ browser: number, userId: user.id, ...deed });
  const outcome = await act();
  if (begun.state === 'underWay') world.diary.end(begun, outcome.ok);
  world.trace.note(`${number} ${begun.kind} ${begun.uuids[0]} ${outcome.ok}`);
  return outcome;
}
