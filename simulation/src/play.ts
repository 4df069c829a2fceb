import {
  assignItem,
  createItem,
  deleteItem,
  editItem,
  moveItem,
  restoreItem,
  retryRequest,
  setStatus,
} from '@foray/sync';
import type { Device, LocalItem } from '@foray/sync';
import { itemStatuses, itemTypes } from '@foray/domain';
import type { Person } from '@foray/domain';
import type { Browser } from './browser.ts';
import { conflictsIn, decide, giveUp, parkedIn, perform } from './perform.ts';
import type { NewDeed, Outcome } from './perform.ts';
import type { Profile } from './profile.ts';
import type { Step } from './story.ts';
import type { Opened, Tab } from './tab.ts';
import type { World } from './world.ts';

const triggers = ['timer', 'action', 'sync_now', 'start'] as const;

/** One step with who takes it; nothing of it is awaited, since people do not wait either. */
export class Player {
  readonly #world: World;
  readonly #browser: Browser;
  readonly #tab: Tab;
  readonly #open: Opened | null;
  readonly #step: Step;

  constructor(world: World, step: Step) {
    const { browser, tab } = world.tabAt(step.tab);
    this.#world = world;
    this.#browser = browser;
    this.#tab = tab;
    this.#open = tab.life.isFrozen ? null : tab.open;
    this.#step = step;
  }

  /** Starts what the step says; a step that finds nothing to act on does nothing. */
  take(): void {
    if (this.#happens()) return;
    if (this.#open === null) return;
    const { kind, to } = this.#step;
    const { device, engine, profile } = this.#open;
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
        profile.isResolving = !profile.isResolving;
        return;
      case 'signIn':
        if (profile.isGuest) this.#run(this.#tab.signIn(this.#personToBe()));
        return;
      case 'signOut':
        return this.#signOut(profile);
      case 'clearData':
        this.#world.diary.leave([profile, this.#browser.guest]);
        return this.#run(this.#tab.clearData());
      default:
        throw new Error(`${kind} is not a person's`);
    }
  }

  /** What fate does, whoever uses the tab; true if that was the step. */
  #happens(): boolean {
    const { kind, to } = this.#step;
    const { server } = this.#world;
    switch (kind) {
      case 'serverCrash':
        this.#crashServer();
        return true;
      case 'deviceCrash':
        this.#browser.planCrash(to % 40);
        return true;
      case 'tabClosed':
        this.#browser.closeTab(this.#tab);
        return true;
      case 'tabFrozen':
        if (this.#tab.life.isFrozen) this.#tab.life.thaw();
        else this.#tab.life.freeze();
        return true;
      case 'sessionEnds':
        this.#browser.session.isOver = true;
        return true;
      case 'otherSession':
        this.#switchSession();
        return true;
      case 'clockJump':
        this.#jumpClock();
        return true;
      case 'restoreDb':
        if (to % 2 === 0) server.takeBackup();
        else this.#world.restoreBackup();
        return true;
      case 'heal':
        throw new Error('healing takes its time: it is not for a player');
      default:
        return false;
    }
  }

  #signOut(profile: Profile): void {
    if (profile.isGuest) return;
    const unsent = this.#step.to % 2 === 0 ? 'keep' : 'discard';
    if (unsent === 'discard') this.#world.diary.leave([profile]);
    this.#run(this.#tab.signOut(unsent));
  }

  /** Who signs in: mostly whose browser it is. */
  #personToBe(): Person {
    const { user } = this.#browser;
    return this.#chooseBy(this.#step.at, [user, ...this.#world.people]) ?? user;
  }

  #create(): void {
    const device = this.#device;
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
      editItem(this.#device, uuid, { title, ...description }),
    );
  }

  #restore(): void {
    const deleted = [...this.#rows()].filter((row) => row._deleted).map(({ uuid }) => uuid);
    const trash = this.#profile.tables.meta('trash').keys();
    const uuid = this.#choose([...new Set([...deleted, ...trash])]);
    if (uuid === undefined) return;
    this.#do({ kind: 'restore', uuids: [uuid] }, () => restoreItem(this.#device, uuid));
  }

  #resolve(): void {
    const conflict = this.#choose(conflictsIn(this.#profile));
    if (conflict !== undefined)
      this.#run(decide(this.#world, this.#opened, conflict, this.#step.to));
  }

  #attend(): void {
    const request = this.#choose(parkedIn(this.#profile));
    if (request === undefined) return;
    if (this.#step.to % 2 === 0) return this.#run(giveUp(this.#world, this.#opened, request));
    const { touches, id } = request;
    this.#do({ kind: 'retry', uuids: touches }, () => retryRequest(this.#device, id));
  }

  #crashServer(): void {
    const { server } = this.#world;
    const { at, to } = this.#step;
    if (to % 3 === 0) server.crash(500 + at * 5);
    else server.planCrash(to % 3 === 1 ? 'before' : 'after', at % 6);
  }

  #switchSession(): void {
    const browser = this.#browser;
    const own = browser.memory.load().user;
    if (own === null) return;
    const others = this.#world.browsers.filter(({ user }) => user.id !== own.id);
    const other = this.#choose(others);
    const isHome = browser.session.userId === own.id;
    const userId = isHome && other !== undefined ? other.user.id : own.id;
    browser.session = { userId, isOver: false };
  }

  #jumpClock(): void {
    const { at, to } = this.#step;
    // Up to ten years before or after, and back to the truth at times.
    const years = at % 4 === 0 ? 0 : (to / 1000) * 20 - 10;
    this.#browser.skewMs = Math.round(years * 365.25 * 86_400_000);
  }

  get #opened(): Opened {
    if (this.#open === null) throw new Error('nothing is open in the tab');
    return this.#open;
  }

  get #profile(): Profile {
    return this.#opened.profile;
  }

  get #device(): Device {
    return this.#opened.device;
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
    return this.#profile.tables.items.values();
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
    this.#run(perform(this.#world, this.#profile, deed, act));
  }

  #run(promise: Promise<unknown>): void {
    promise.catch(this.#world.fail);
  }
}
