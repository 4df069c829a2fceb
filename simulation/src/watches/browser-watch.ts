import { isBlocked, isCommutingRequest, type MetaValues, type QueuedRequest } from '@foray/sync';
import type { BatchRequest } from '@foray/contract';
import type { Census } from '../record/census.ts';
import type { Profile } from '../story/profile.ts';
import { isInvented } from '../story/invented.ts';
import type { EventLog } from '../record/event-log.ts';
import type { ServerWatch } from './server-watch.ts';
import {
  isCarriedOn,
  isMadeElsewhere,
  isPassedOver,
  isWithCompletion,
  stillRead,
} from './carried-on.ts';
import type { SimServer } from '../server/server.ts';
import { Breach } from '../record/broken.ts';
import { CauseWatch } from './cause-watch.ts';
import { CursorWatch } from './cursor-watch.ts';
import { checkHoldings, isBeingRestored } from './holdings-watch.ts';
import { ValueWatch } from './value-watch.ts';

/** One browser's side of the invariants: I1 for requests, I5, I11 and I17 from its committed tables. */
export class BrowserWatch {
  readonly causes: CauseWatch;
  readonly values: ValueWatch;
  readonly #browser: Profile;
  readonly #eventLog: EventLog;
  readonly #server: ServerWatch;
  readonly #census: Census;
  /** By position in the queue: every name that the request has had. */
  readonly #namesOf = new Map<number, Set<string>>();
  /** The requests sent since the last check. */
  readonly #sent: QueuedRequest[] = [];
  readonly #revOf = new Map<string, number>();
  readonly #noted = new Set<string>();
  readonly #cursors = new CursorWatch();
  /** The history that the browser is in; null between histories. */
  #history: string | null = null;
  #queue = new Map<number, QueuedRequest>();
  /** The history to which that queue belonged. */
  #queueHistory: MetaValues['epoch'] | undefined;
  #checksSeen = -1;
  #erasures = 0;

  constructor(browser: Profile, eventLog: EventLog, server: ServerWatch, census: Census) {
    this.#browser = browser;
    this.causes = new CauseWatch(browser, eventLog);
    this.values = new ValueWatch(browser, eventLog, server);
    this.#eventLog = eventLog;
    this.#server = server;
    this.#census = census;
  }

  noteSent(batch: BatchRequest): void {
    for (const { id } of batch.requests) {
      const request = this.#browser.tables.requests.get(id);
      if (request === undefined) continue;
      this.#noteName(request);
      this.#sent.push(request);
    }
  }

  check(server: SimServer, isServerNew: boolean): void {
    const isNew = this.#checksSeen !== this.#browser.checks;
    if (!isNew && !isServerNew) return;
    this.#checksSeen = this.#browser.checks;
    if (this.#erasures !== this.#browser.tables.erasures) this.#checkErased(server);
    if (isNew) this.#noteHeld();
    if (isNew) this.#checkRows(server);
    if (isNew) checkHoldings(this.#browser, server, this.#eventLog);
    this.#checkQueue(server);
    this.values.check(this.#queue.values());
    if (!isNew) return;
    this.causes.check(
      (seq) => this.#namesOf.get(seq) ?? [],
      (uuid) => server.formerUuids.has(uuid),
    );
  }

  /** Counts conflicts and blocked requests at their first appearance. */
  #noteHeld(): void {
    const { tables } = this.#browser;
    for (const { value } of tables.meta('conflict').values()) {
      const { uuid, kind, removal, rev } = value;
      this.#noteOnce(`conflict ${uuid} ${rev}`, 'conflict', kind, removal ?? '');
    }
    for (const { id, state } of tables.requests.values()) {
      if (!isBlocked(state)) continue;
      const { why } = state;
      const code = why.kind === 'verdict' ? why.code : '';
      this.#noteOnce(`blocked ${id}`, 'blocked', why.kind, code);
    }
  }

  #noteOnce(key: string, kind: string, ...what: readonly string[]): void {
    if (this.#noted.has(key)) return;
    this.#noted.add(key);
    this.#census.note(kind, ...what);
  }

  /** Erased data was on the server, or its person gave it up. */
  #checkErased(server: SimServer): void {
    const { number, tables } = this.#browser;
    this.#erasures = tables.erasures;
    if (this.#eventLog.noteErased(number)) this.values.forget();
    else this.#checkGone(server, new Map());
    this.#queue.clear();
    this.#sent.length = 0;
    this.#namesOf.clear();
    this.causes.forget();
    this.#revOf.clear();
    this.#cursors.clear();
  }

  #checkRows(server: SimServer): void {
    const { number, tables, user } = this.#browser;
    const epoch = this.#knownHistory()?.epoch;
    const isOfThisHistory = server.isOfThisHistory(this.#browser);
    this.#enter(isOfThisHistory ? `${epoch} after ${server.restores}` : null);
    // Damaged data may have any revs.
    if (this.#browser.isDamaged) this.#revOf.clear();
    if (this.#history !== null) this.#cursors.check(this.#browser);
    for (const row of tables.items.values()) {
      const isQueued = (tables.requestIds.get(row.uuid)?.size ?? 0) > 0;
      if ((row._syncStatus === 'pending') !== isQueued) {
        throw new Breach('I11', `${row.uuid} on ${number} is ${row._syncStatus}`);
      }
      // A row of another history waits to be fetched again.
      if (row.base === null || row.base.rev <= 0 || !isOfThisHistory) continue;
      // The server's trash is not part of the feed, which may have been set back since.
      if (server.restores > 0 && isBeingRestored(tables, row.uuid)) continue;
      const isForgotten = server.store.row('items', row.base.id)?.deleted_at != null;
      const access = server.store.row('access', `${user.id} ${row.base.id}`);
      if (access === undefined && !isForgotten) {
        throw new Breach('I5', `${row.uuid} on ${number} was never shown to ${user.id}`);
      }
      const { rev } = row.base;
      const before = this.#revOf.get(row.uuid) ?? 0;
      if (rev < before) throw new Breach('I17', `${row.uuid} on ${number}: ${rev} after ${before}`);
      this.#revOf.set(row.uuid, rev);
    }
  }

  /** Another history has its own revisions and cursors, in any epoch. */
  #enter(history: string | null): void {
    if (history === this.#history) return;
    this.#history = history;
    this.#cursors.clear();
    this.#revOf.clear();
  }

  /** A request leaves the queue only if it took effect, or if its person gave it up. */
  #checkQueue(server: SimServer): void {
    const now = new Map<number, QueuedRequest>();
    for (const request of this.#browser.tables.requests.values()) {
      now.set(request.seq, request);
      this.#noteName(request);
    }
    this.#checkGone(server, now);
    this.#sent.length = 0;
    this.#queue = now;
    this.#queueHistory = this.#knownHistory() ?? this.#leftHistory() ?? this.#queueHistory;
  }

  #checkGone(server: SimServer, now: ReadonlyMap<number, QueuedRequest>): void {
    // A request may have been queued again and taken effect since the last check.
    const done = this.#sent.filter(({ id }) => this.#server.outcomeOf(id) === null);
    const later = [...now.values(), ...done];
    for (const [seq, request] of this.#queue) {
      const isOver = (): boolean =>
        this.#isAccountedFor(server, request) ||
        isCarriedOn(server, request, later) ||
        isWithCompletion(this.#server, request, this.#queue, now);
      if (now.has(seq) || isOver()) continue;
      const { method, url } = request;
      throw new Breach('I1', `${method} ${url} left the queue of ${this.#browser.number}`);
    }
  }

  #isAccountedFor(server: SimServer, request: QueuedRequest): boolean {
    const { id, seq, method, touches, itemUuid, data } = request;
    const { number, user, droppedByEarlierTab } = this.#browser;
    // Completions are checked once everything has settled: those that an earlier tab dropped, and those done
    // again with them. Other requests follow such an occurrence, or are about a copy that no request makes.
    if (droppedByEarlierTab.has(id)) return true;
    const isKept = this.#browser.tables.requests.has(id) || method === 'DELETE';
    const isAct = request.url.endsWith('/occurrences');
    if (droppedByEarlierTab.size > 0 && (isKept || isAct)) return true;
    // `PrivateWatch` follows each row.
    if (request.url === '/api/private') return true;
    if (itemUuid === null) {
      const hasRead = this.#server.hasRead(
        user.id,
        stillRead(Number(data?.['up_to']), this.#queueHistory, this.#knownHistory()),
      );
      return hasRead || this.#eventLog.wasGivenUp(number, id, 'request');
    }
    // An item that a restored backup lost is recreated as it is shown, with its changes; or will be, if a
    // second backup has lost it again.
    const isAgain = (uuid: string): boolean =>
      this.#server.isThere(uuid) || this.#browser.tables.idOfUuid.has(uuid);
    if (touches.some((uuid) => server.lostUuids.has(uuid) && isAgain(uuid))) return true;
    const names = this.#namesOf.get(seq) ?? [];
    if ([...names].some((name) => this.#server.outcomeOf(name) === null)) return true;
    if (request.isImport && isMadeElsewhere(server, this.#server, request)) return true;
    if (isPassedOver(server, request, this.#eventLog, number)) return true;
    // The copy of an occurrence is given up with its item.
    if (this.#server.hasGone(String(data?.['occurrence_of']), user.id)) return true;
    const isDelete = method === 'DELETE';
    // The delete of an absent item has nothing left to do, even if the item is back by now.
    const [deleted = ''] = touches;
    if (isDelete && (isInvented(deleted) || this.#server.hasGone(deleted, user.id))) return true;
    // Labels and a place are lost without a conflict together with an item that others unshared, or that
    // only damage has made.
    const isAbsent = isInvented(itemUuid ?? '') || this.#server.hasGone(itemUuid, user.id);
    if (isCommutingRequest(request) && isAbsent) return true;
    const what = isDelete ? 'delete' : 'request';
    return touches.some((uuid) => this.#eventLog.wasGivenUp(number, uuid, what));
  }

  #knownHistory(): MetaValues['epoch'] | undefined {
    return this.#browser.tables.meta('epoch').get('server')?.value;
  }

  /** The history that the browser has left, until it enters another. */
  #leftHistory(): MetaValues['epoch'] | undefined {
    return this.#browser.tables.meta('epoch').get('former')?.value;
  }

  #noteName({ seq, id }: QueuedRequest): void {
    const names = this.#namesOf.get(seq);
    if (names === undefined) this.#namesOf.set(seq, new Set([id]));
    else names.add(id);
  }
}
