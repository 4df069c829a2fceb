import type { ActivityRow, OpRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import type { QueuedRequest } from '@foray/sync';
import type { Census } from '../record/census.ts';
import { profileOfUuid } from '../story/profile.ts';
import type { ActionKind, EventLog } from '../record/event-log.ts';
import type { SimServer } from '../server/server.ts';
import { Breach } from '../record/broken.ts';
import { valuesOf, writtenIn } from '../record/fields.ts';

/** The server's side of the invariants: I2, I3, I4, I5 and I8 from its tables and its log alone. */
export class ServerWatch {
  readonly #eventLog: EventLog;
  readonly #census: Census;
  /** Every value that ever existed, independent of restored backups. */
  readonly #valuesEver = new Set<string>();
  readonly #uuidsEver = new Set<string>();
  readonly #deletedUuids = new Set<string>();
  /** By user: the position up to which their notifications were ever marked read. */
  readonly #readUpTo = new Map<number, number>();
  /** The items of the server's current history. */
  readonly #idOfUuid = new Map<string, number>();
  readonly #uuidOfId = new Map<number, string>();
  readonly #titles = new Map<string, { readonly firstUuid: string; count: number }>();
  readonly #actionCounts = new Map<string, number>();
  /** By the name of a request: its error code, null if it was applied. */
  readonly #outcomes = new Map<string, string | null>();
  #commits = -1;
  #commitsChecked = -1;
  #restores = 0;
  /** Entries of the log and records of requests that were already checked; some are erased later. */
  readonly #entriesSeen = new Set<number>();
  readonly #unanswered = new Set<string>();
  /** Users and uuids of items, in any history: a change received before a restore may be applied after it. */
  readonly #removals = new Set<string>();
  readonly #opsSeen = new WeakSet<OpRow>();

  constructor(eventLog: EventLog, census: Census) {
    this.#eventLog = eventLog;
    this.#census = census;
  }

  /** Whether a value has ever been an item's on the server. */
  hasSeen(value: string): boolean {
    return this.#valuesEver.has(value);
  }

  /** Whether it has been a title since the restored backup was made. */
  hasTitle(title: string): boolean {
    return this.#titles.has(title);
  }

  /** Whether an item, deleted or not, is in the server's current history. */
  isThere(uuid: string): boolean {
    return this.#idOfUuid.has(uuid);
  }

  noteRead(userId: number, upTo: number): void {
    this.#readUpTo.set(userId, Math.max(upTo, this.#readUpTo.get(userId) ?? 0));
  }

  /** Whether the server has received that a user has read up to this position. */
  hasRead(userId: number, upTo: number): boolean {
    return (this.#readUpTo.get(userId) ?? 0) >= upTo;
  }

  /** The outcome of a request: null if applied, else its error code; undefined if there is no record. */
  outcomeOf(requestId: string): string | null | undefined {
    return this.#outcomes.get(requestId);
  }

  /**
   * A backup is about to be restored: requests without a response are sent again under another key, and may
   * be in the backup.
   */
  noteUnanswered(requests: Iterable<QueuedRequest>): void {
    for (const { sent, data } of requests) {
      const title = data?.['title'];
      if (sent && typeof title === 'string') this.#unanswered.add(title);
    }
  }

  /** Records the items that a commit has removed from somebody's sight; they may see them again soon. */
  noteRemovals(store: MemoryStore): void {
    for (const sight of sightsOf(store, 'removed')) this.#removals.add(sight);
  }

  /**
   * Notes the items that a restored backup has, but no longer shows to somebody who saw them before: the
   * backup is older than the right, so its feed has no removal.
   */
  noteRestore(store: MemoryStore, restore: () => void): void {
    const before = sightsOf(store, 'visible');
    restore();
    const after = new Set(sightsOf(store, 'visible'));
    const kept = new Set([...store.rows('items')].map(({ uuid }) => uuid));
    for (const sight of before) {
      const [, uuid = ''] = sight.split(' ');
      if (kept.has(uuid) && !after.has(sight)) this.#removals.add(sight);
    }
  }

  /** Whether somebody deleted an existing item, or a user could not see it for a while. */
  hasGone(uuid: string, userId: number): boolean {
    if (!this.#idOfUuid.has(uuid)) return this.#uuidsEver.has(uuid);
    return this.#deletedUuids.has(uuid) || this.wasHidden(uuid, userId);
  }

  /** Whether a user could not see an existing item for a while. */
  wasHidden(uuid: string, userId: number): boolean {
    return this.#removals.has(`${userId} ${uuid}`);
  }

  /** False if nothing is new since the last call. */
  check(server: SimServer, userOfBrowser: (number: number) => number | undefined): boolean {
    if (server.bugs.length > 0) throw new Breach('bug', String(server.bugs[0]));
    this.take(server, userOfBrowser);
    const isNew = this.#commitsChecked !== server.commits;
    this.#commitsChecked = server.commits;
    return isNew;
  }

  /** Checks new rows before they can be erased. */
  take(server: SimServer, userOfBrowser: (number: number) => number | undefined): void {
    if (this.#commits === server.commits) return;
    this.#commits = server.commits;
    if (this.#restores !== server.restores) this.#beginHistory(server.restores);
    this.noteRemovals(server.store);
    this.#checkItems(server);
    this.#checkLog(server);
    this.#checkOps(server, userOfBrowser);
  }

  /** The server may repeat effects that a restored backup lost. */
  #beginHistory(restores: number): void {
    this.#restores = restores;
    for (const map of [this.#idOfUuid, this.#uuidOfId, this.#titles, this.#actionCounts])
      map.clear();
    this.#entriesSeen.clear();
  }

  #checkItems(server: SimServer): void {
    for (const date of server.passedDates.dates) this.#valuesEver.add(date);
    for (const item of server.store.rows('items')) {
      const known = this.#idOfUuid.get(item.uuid);
      if (known !== undefined && known !== item.id) {
        throw new Breach('I2', `${item.uuid} is ${known} and ${item.id}`);
      }
      this.#idOfUuid.set(item.uuid, item.id);
      this.#uuidsEver.add(item.uuid);
      for (const [, value] of writtenIn(valuesOf(item))) this.#valuesEver.add(value);
      this.#uuidOfId.set(item.id, item.uuid);
    }
    for (const item of server.store.rows('items')) {
      if (item.parent_id === null && item.parent_uuid === null) continue;
      if (this.#uuidOfId.get(item.parent_id ?? 0) !== item.parent_uuid) {
        throw new Breach('I4', `${item.uuid} is there before its parent ${item.parent_uuid}`);
      }
    }
  }

  /**
   * The activity log is read in the order of commits, which with slow transactions is not that of its ids.
   */
  #checkLog(server: SimServer): void {
    for (const entry of server.store.rows('activity')) {
      if (this.#entriesSeen.has(entry.id)) continue;
      this.#entriesSeen.add(entry.id);
      if (!entry.automatic) this.#count(entry, server);
    }
  }

  /** An action takes effect at most as often as it was attempted. */
  #count(entry: ActivityRow, server: SimServer): void {
    const uuid = this.#uuidOfId.get(entry.item_id) ?? '';
    const { action, metadata, user_id: userId } = entry;
    this.#census.note('log', action);
    const title = action === 'created' ? entry.item_title : metadata['title']?.new;
    for (const { old, new: now } of Object.values(metadata)) {
      for (const value of [old, now]) if (typeof value === 'string') this.#valuesEver.add(value);
    }
    const isText = typeof title === 'string' && this.#eventLog.isMadeUp(title);
    // The copy of an occurrence has the values of its item.
    const isCopy = server.store.row('items', entry.item_id)?.occurrence_of != null;
    if (isText && !isCopy) this.#countTitle(uuid, title, server);
    // The effects of an action on an occurrence are counted by its number.
    const isChosen = metadata['status'] !== undefined && metadata['occurrence'] === undefined;
    if (isChosen) this.#countAction('status', userId, uuid, uuid);
    // A person whose account ends loses all assignments.
    const isLeaving = metadata['assigned_to']?.old === userId && server.ending.has(userId);
    if (metadata['assigned_to'] !== undefined && !isLeaving)
      this.#countAction('assign', userId, uuid, uuid);
    if (action === 'deleted') this.#deletedUuids.add(uuid);
    if (action === 'deleted') this.#countAction('delete', userId, uuid, uuid);
    // One restore restores all items of one delete.
    if (action === 'restored') this.#countAction('restore', userId, uuid, '*');
  }

  /** A title appears once, unless somebody put it over another version, or into a copy of the item. */
  #countTitle(uuid: string, title: string, { store }: SimServer): void {
    const seen = this.#titles.get(title) ?? { firstUuid: uuid, count: 0 };
    this.#titles.set(title, seen);
    this.#valuesEver.add(title);
    seen.count += 1;
    const most = 1 + this.#eventLog.undosOf(title) + (this.#unanswered.has(title) ? 1 : 0);
    if (seen.count <= most) return;
    // The kept copy of an occurrence becomes an item with the title of the repeating one.
    const copies = [...store.rows('items')].filter(
      ({ occurrence_of: of }) => of === seen.firstUuid,
    );
    const named = [seen.firstUuid, ...copies.map((copy) => copy.uuid)];
    // After a restored backup the count begins again, and a copy may appear before its original, which is
    // recreated, or before another copy of it.
    if (this.#restores > 0) named.push(uuid, this.#eventLog.writerOf(title)?.uuids[0] ?? uuid);
    if (!named.some((one) => this.#eventLog.wasKept(one))) {
      throw new Breach('I3', `"${title}" of ${uuid} took effect ${seen.count} times`);
    }
  }

  #countAction(kind: ActionKind, userId: number, uuid: string, attemptedOn: string): void {
    // Changes that a restored backup lost are sent again by the device that has them, including roll-ups.
    const isOffered = this.#restores > 0 && (kind === 'status' || kind === 'assign');
    if (isOffered) return;
    const key = `${userId} ${kind} ${uuid}`;
    const count = (this.#actionCounts.get(key) ?? 0) + 1;
    this.#actionCounts.set(key, count);
    // Keeping one side against a delete by others also restores, with all items that went with it.
    const decisions = kind === 'restore' ? this.#eventLog.attempts(userId, 'resolve', '*') : 0;
    // A guest's actions are copied at the sign-in.
    const asGuest = this.#eventLog.attempts(0, kind, attemptedOn);
    // Removing a person also ends their assignments below, even ones unknown to the remover's device.
    const removals = kind === 'assign' ? this.#eventLog.attempts(userId, 'remove', '*') : 0;
    // Moving an item ends its assignment to somebody who has no right there.
    const moves = kind === 'assign' ? this.#eventLog.attempts(userId, 'move', attemptedOn) : 0;
    // A block may end every assignment by the blocked person.
    const left = kind === 'assign' ? this.#eventLog.attempts(userId, 'block', '*') : 0;
    const restarts = kind === 'status' ? this.#eventLog.restarts(userId, uuid) : 0;
    const own = this.#eventLog.attempts(userId, kind, attemptedOn) + restarts;
    const attempts = own + asGuest + decisions + removals + moves + left;
    if (count > attempts && !this.#eventLog.wasKept(uuid)) {
      const rule = kind === 'restore' && attempts === 0 ? 'I8' : 'I3';
      throw new Breach(rule, `${kind} of ${uuid} by ${userId}: ${count} of ${attempts} attempts`);
    }
  }

  #checkOps(server: SimServer, userOfBrowser: (number: number) => number | undefined): void {
    for (const op of server.store.rows('ops')) {
      if (this.#opsSeen.has(op)) continue;
      this.#opsSeen.add(op);
      const owner = userOfBrowser(profileOfUuid(op.op_id));
      if (owner !== op.user_id) {
        throw new Breach('I5', `request ${op.op_id} of ${owner} ran in the name of ${op.user_id}`);
      }
      const name = op.op_id;
      if (this.#outcomes.get(name) !== null) this.#outcomes.set(name, op.code);
    }
  }
}

/** A text for each user and item: those that the user can see, or those removed from the user's sight. */
function sightsOf(store: MemoryStore, which: 'visible' | 'removed'): readonly string[] {
  const sights: string[] = [];
  for (const { user_id, item_id, removed } of store.rows('access')) {
    const uuid = removed === (which === 'removed') ? store.row('items', item_id)?.uuid : undefined;
    if (uuid !== undefined) sights.push(`${user_id} ${uuid}`);
  }
  return sights;
}
