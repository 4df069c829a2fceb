import type { BatchRequest } from '@foray/contract';
import type { QueuedRequest } from '@foray/sync';
import type { Profile } from './profile.ts';
import type { Deed, Diary } from './diary.ts';
import type { ServerWatch } from './server-watch.ts';
import type { SimServer } from './server.ts';
import { Broken } from './broken.ts';
import { checkHoldings } from './holdings-watch.ts';

/** One browser's side of the invariants: I1, I5, I11 and I17 from its committed tables. */
export class BrowserWatch {
  readonly #browser: Profile;
  readonly #diary: Diary;
  readonly #server: ServerWatch;
  /** By place in the queue: every name that the request has had. */
  readonly #namesOf = new Map<number, Set<string>>();
  readonly #revOf = new Map<string, number>();
  #epoch: string | undefined;
  #queue = new Map<number, QueuedRequest>();
  /** Deeds whose title is neither on the server nor given up. */
  #open: Deed[] = [];
  /** The items that a deed's title has been queued about: a decision may carry it into a copy. */
  readonly #placesOf = new WeakMap<Deed, Set<string | undefined>>();
  #deedsSeen = 0;
  #checksSeen = -1;
  #erasures = 0;
  /** Deeds before this one have nothing to do with what is on the device now. */
  #deedsErased = 0;

  constructor(browser: Profile, diary: Diary, server: ServerWatch) {
    this.#browser = browser;
    this.#diary = diary;
    this.#server = server;
  }

  /** Takes over a guest's deed, whose title is queued here now; false if it is not. */
  adopt(deed: Deed): boolean {
    const { requests } = this.#browser.tables;
    const isQueued = [...requests.values()].some(({ data }) => data?.['title'] === deed.title);
    if (isQueued) this.#open.push(deed);
    return isQueued;
  }

  noteSent(batch: BatchRequest): void {
    for (const { id } of batch.requests) {
      const request = this.#browser.tables.requests.get(id);
      if (request !== undefined) this.#noteName(request);
    }
  }

  check(server: SimServer, isServerNew: boolean): void {
    const isNew = this.#checksSeen !== this.#browser.checks;
    if (!isNew && !isServerNew) return;
    this.#checksSeen = this.#browser.checks;
    if (this.#erasures !== this.#browser.tables.erasures) this.#checkErased(server);
    if (isNew) this.#checkRows(server);
    if (isNew) checkHoldings(this.#browser, server);
    this.#checkQueue(server);
    this.#checkTitles();
  }

  /** What was erased was on the server, or its person let it go. */
  #checkErased(server: SimServer): void {
    const { number, tables } = this.#browser;
    this.#erasures = tables.erasures;
    if (this.#diary.wasLeft(number, this.#deedsErased)) {
      this.#open = [];
      this.#deedsSeen = this.#diary.deeds.length;
    } else this.#checkGone(server, new Map());
    this.#deedsErased = this.#diary.deeds.length;
    this.#queue.clear();
    this.#namesOf.clear();
    this.#revOf.clear();
  }

  #checkRows(server: SimServer): void {
    const { number, tables, user } = this.#browser;
    const epoch = tables.meta('epoch').get('server')?.value.epoch;
    // Another history has revs of its own.
    if (epoch !== this.#epoch) this.#revOf.clear();
    this.#epoch = epoch;
    for (const row of tables.items.values()) {
      const isQueued = (tables.requestIds.get(row.uuid)?.size ?? 0) > 0;
      if ((row._syncStatus === 'pending') !== isQueued) {
        throw new Broken('I11', `${row.uuid} on ${number} is ${row._syncStatus}`);
      }
      // What is of another history waits for its turn to be fetched again.
      if (row.base === null || row.base.rev === 0 || epoch !== server.store.epoch) continue;
      if (server.store.row('access', `${user.id} ${row.base.id}`) === undefined) {
        throw new Broken('I5', `${row.uuid} on ${number} was never shown to ${user.id}`);
      }
      const { rev } = row.base;
      const before = this.#revOf.get(row.uuid) ?? 0;
      if (rev < before) throw new Broken('I17', `${row.uuid} on ${number}: ${rev} after ${before}`);
      this.#revOf.set(row.uuid, rev);
    }
  }

  /** A request leaves the queue only when it took effect, or when its person gave it up. */
  #checkQueue(server: SimServer): void {
    const now = new Map<number, QueuedRequest>();
    for (const request of this.#browser.tables.requests.values()) {
      now.set(request.seq, request);
      this.#noteName(request);
    }
    this.#checkGone(server, now);
    this.#queue = now;
  }

  #checkGone(server: SimServer, now: ReadonlyMap<number, QueuedRequest>): void {
    for (const [seq, request] of this.#queue) {
      if (!now.has(seq) && !this.#isAccountedFor(server, request)) {
        const { method, url } = request;
        throw new Broken('I1', `${method} ${url} left the queue of ${this.#browser.number}`);
      }
    }
  }

  #isAccountedFor(server: SimServer, { seq, method, touches }: QueuedRequest): boolean {
    // What a restored backup lost is made again as it is shown, changes and all.
    if (touches.some((uuid) => server.lostUuids.has(uuid))) return true;
    const { number, user } = this.#browser;
    const names = this.#namesOf.get(seq) ?? [];
    if ([...names].some((name) => this.#server.verdictOn(name) === null)) return true;
    const isDelete = method === 'DELETE';
    // A delete of what is gone has nothing left to do.
    if (isDelete && this.#server.hasGone(server, touches[0] ?? '', user.id)) return true;
    const what = isDelete ? 'delete' : 'request';
    return touches.some((uuid) => this.#diary.wasGivenUp(number, uuid, what));
  }

  /** Every title that the app confirmed is on the server, in the queue, or given up. */
  #checkTitles(): void {
    const { deeds } = this.#diary;
    for (; this.#deedsSeen < deeds.length; this.#deedsSeen += 1) {
      const deed = deeds[this.#deedsSeen] as Deed;
      if (deed.browser === this.#browser.number && deed.title !== null) this.#open.push(deed);
    }
    if (this.#open.length === 0) return;
    const queued = new Map<unknown, string | null>();
    for (const { data, itemUuid } of this.#queue.values()) queued.set(data?.['title'], itemUuid);
    const isKnown = (title: string | null): boolean =>
      title !== null && (queued.has(title) || this.#server.hasSeenTitle(title));
    this.#open = this.#open.filter((deed) => {
      const { title, state, uuids } = deed;
      if (title === null || state === 'refused') return false;
      if (this.#server.hasSeenTitle(title)) return false;
      const places = this.#placesOf.get(deed) ?? new Set([uuids[0]]);
      this.#placesOf.set(deed, places.add(queued.get(title) ?? undefined));
      if (queued.has(title) || state !== 'confirmed') return true;
      // Of two edits at once the one begun first may come last.
      const isReplaced = this.#open.some(
        (other) =>
          other !== deed &&
          places.has(other.uuids[0]) &&
          other.endedBeforeCheck >= deed.begunAfterCheck &&
          isKnown(other.title),
      );
      if (isReplaced) return false;
      const { number } = this.#browser;
      if (uuids.some((uuid) => this.#diary.wasGivenUp(number, uuid, 'text'))) return false;
      throw new Broken('I1', `"${title}" of ${uuids[0]} is nowhere`);
    });
  }

  #noteName({ seq, id }: QueuedRequest): void {
    const names = this.#namesOf.get(seq);
    if (names === undefined) this.#namesOf.set(seq, new Set([id]));
    else names.add(id);
  }
}
