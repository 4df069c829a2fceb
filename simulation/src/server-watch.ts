import type { ActivityRow } from '@foray/authority';
import { profileOfUuid } from './profile.ts';
import type { DeedKind, Diary } from './diary.ts';
import type { SimServer } from './server.ts';
import { Broken } from './broken.ts';

/** The server's side of the invariants: I2, I3, I4, I5 and I8 from its tables and its log alone. */
export class ServerWatch {
  readonly #diary: Diary;
  /** Everything that ever was, whatever backups were restored since. */
  readonly #titlesEver = new Set<string>();
  readonly #uuidsEver = new Set<string>();
  readonly #deletedUuids = new Set<string>();
  /** What is of the history that the server has now. */
  readonly #idOfUuid = new Map<string, number>();
  readonly #uuidOfId = new Map<number, string>();
  readonly #titles = new Map<string, { readonly firstUuid: string; count: number }>();
  readonly #deedCounts = new Map<string, number>();
  /** By the name of a request: its error code, null if it was applied. */
  readonly #verdicts = new Map<string, string | null>();
  #commits = -1;
  #restores = 0;
  #activitySeen = 0;
  #opsSeen = 0;

  constructor(diary: Diary) {
    this.#diary = diary;
  }

  /** Whether a title has ever been an item's title on the server. */
  hasSeenTitle(title: string): boolean {
    return this.#titlesEver.has(title);
  }

  /** Whether it has been one since the last backup that was restored was made. */
  hasTitle(title: string): boolean {
    return this.#titles.has(title);
  }

  /** What became of a request: null applied, else its error code; undefined if there is no record. */
  verdictOn(requestId: string): string | null | undefined {
    return this.#verdicts.get(requestId);
  }

  /** Whether a user may see no more an item that was made, or somebody deleted it. */
  hasGone(server: SimServer, uuid: string, userId: number): boolean {
    const id = this.#idOfUuid.get(uuid);
    if (id === undefined) return this.#uuidsEver.has(uuid);
    return (
      this.#deletedUuids.has(uuid) ||
      server.store.row('access', `${userId} ${id}`)?.removed === true
    );
  }

  /** False if there was nothing new to look at. */
  check(server: SimServer, userOfBrowser: (number: number) => number | undefined): boolean {
    if (server.bugs.length > 0) throw new Broken('bug', String(server.bugs[0]));
    if (this.#commits === server.commits) return false;
    this.#commits = server.commits;
    if (this.#restores !== server.restores) this.#beginHistory(server.restores);
    this.#checkItems(server);
    this.#checkLog(server);
    this.#checkOps(server, userOfBrowser);
    return true;
  }

  /** What a restored backup lost, it may do again. */
  #beginHistory(restores: number): void {
    this.#restores = restores;
    for (const map of [this.#idOfUuid, this.#uuidOfId, this.#titles, this.#deedCounts]) map.clear();
    this.#activitySeen = 0;
    this.#opsSeen = 0;
  }

  #checkItems(server: SimServer): void {
    for (const item of server.store.rows('items')) {
      const known = this.#idOfUuid.get(item.uuid);
      if (known !== undefined && known !== item.id) {
        throw new Broken('I2', `${item.uuid} is ${known} and ${item.id}`);
      }
      this.#idOfUuid.set(item.uuid, item.id);
      this.#uuidsEver.add(item.uuid);
      this.#uuidOfId.set(item.id, item.uuid);
    }
    for (const item of server.store.rows('items')) {
      if (item.parent_id === null && item.parent_uuid === null) continue;
      if (this.#uuidOfId.get(item.parent_id ?? 0) !== item.parent_uuid) {
        throw new Broken('I4', `${item.uuid} is there before its parent ${item.parent_uuid}`);
      }
    }
  }

  /** The log is told in the order of commits, which with slow transactions is not that of its ids. */
  #checkLog(server: SimServer): void {
    let index = 0;
    for (const entry of server.store.rows('activity')) {
      index += 1;
      if (index > this.#activitySeen && !entry.automatic) this.#count(entry);
    }
    this.#activitySeen = index;
  }

  /** A deed takes effect at most as often as it was attempted. */
  #count(entry: ActivityRow): void {
    const uuid = this.#uuidOfId.get(entry.item_id) ?? '';
    const { action, metadata, user_id: userId } = entry;
    const title = action === 'created' ? entry.item_title : metadata['title']?.new;
    if (typeof title === 'string' && this.#diary.wrote(title)) this.#countTitle(uuid, title);
    if (metadata['status'] !== undefined) this.#countDeed('status', userId, uuid, uuid);
    if (metadata['assigned_to'] !== undefined) this.#countDeed('assign', userId, uuid, uuid);
    if (action === 'deleted') this.#deletedUuids.add(uuid);
    if (action === 'deleted') this.#countDeed('delete', userId, uuid, uuid);
    // One restore brings back all that one delete took.
    if (action === 'restored') this.#countDeed('restore', userId, uuid, '*');
  }

  /** A title comes once, unless somebody put it over another version, or into a copy of the item. */
  #countTitle(uuid: string, title: string): void {
    const seen = this.#titles.get(title) ?? { firstUuid: uuid, count: 0 };
    this.#titles.set(title, seen);
    this.#titlesEver.add(title);
    seen.count += 1;
    if (seen.count > 1 && !this.#diary.wasKept(seen.firstUuid)) {
      throw new Broken('I3', `"${title}" of ${uuid} took effect ${seen.count} times`);
    }
  }

  #countDeed(kind: DeedKind, userId: number, uuid: string, attemptedOn: string): void {
    const key = `${userId} ${kind} ${uuid}`;
    const count = (this.#deedCounts.get(key) ?? 0) + 1;
    this.#deedCounts.set(key, count);
    // Keeping one's own side of what others deleted restores too, with all that went with it.
    const decisions = kind === 'restore' ? this.#diary.attempts(userId, 'resolve', '*') : 0;
    // A guest's deeds come along at the sign-in.
    const asGuest = this.#diary.attempts(0, kind, attemptedOn);
    const attempts = this.#diary.attempts(userId, kind, attemptedOn) + asGuest + decisions;
    if (count > attempts && !this.#diary.wasKept(uuid)) {
      const rule = kind === 'restore' && attempts === 0 ? 'I8' : 'I3';
      throw new Broken(rule, `${kind} of ${uuid} by ${userId}: ${count} of ${attempts} attempts`);
    }
  }

  #checkOps(server: SimServer, userOfBrowser: (number: number) => number | undefined): void {
    let index = 0;
    for (const op of server.store.rows('ops')) {
      index += 1;
      if (index <= this.#opsSeen) continue;
      const owner = userOfBrowser(profileOfUuid(op.op_id));
      if (owner !== op.user_id) {
        throw new Broken('I5', `request ${op.op_id} of ${owner} ran in the name of ${op.user_id}`);
      }
      const name = op.op_id;
      if (this.#verdicts.get(name) !== null) this.#verdicts.set(name, op.code);
    }
    this.#opsSeen = index;
  }
}
