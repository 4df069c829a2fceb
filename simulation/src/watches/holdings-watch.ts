import { storedName, type LocalItem, type QueuedRequest, type RemoteChange } from '@foray/sync';
import type { AccessRow } from '@foray/authority';
import type { EventLog } from '../record/event-log.ts';
import type { Profile } from '../story/profile.ts';
import { Breach } from '../record/broken.ts';
import type { SimServer } from '../server/server.ts';

/** The number that the server adds to the cursors of a full fetch while they are below the floor. */
const fullFetchMark = 2 ** 52;

/** The place in the feed that a cursor means. */
export function placeOf(cursor: number): number {
  return cursor % fullFetchMark;
}

/**
 * Compares a browser's rows with what the feed contains up to its cursors (I6, I10), and with its queue and
 * its conflicts (I9, I13). Reads committed tables only, independent of the engine.
 */
export function checkHoldings(browser: Profile, server: SimServer, eventLog: EventLog): void {
  const { tables } = browser;
  checkConflicts(browser);
  checkHidden(browser);
  checkOwnWrites(browser, eventLog);
  if (!server.isOfThisHistory(browser)) return;
  for (const access of server.store.rows('access')) {
    if (access.user_id !== browser.user.id) continue;
    const item = server.store.row('items', access.item_id);
    if (item === undefined) continue;
    const cursor = placeOf(tables.meta('cursor').get(item.type)?.value.cursor ?? 0);
    if (access.seq <= cursor) checkReceived(browser, item.uuid, access);
  }
  checkMutuals(browser, server);
}

/**
 * A hidden item was deleted: by a request that waits, by one that was confirmed, or before it was ever sent.
 */
function checkHidden({ number, tables }: Profile): void {
  for (const { uuid, base, former, _deleted } of tables.items.values()) {
    if (!_deleted || (base === null && former == null)) continue;
    const isAsked = tables.requestsAbout(uuid).some(({ method }) => method === 'DELETE');
    if (isAsked || tables.meta('deleting').has(uuid)) continue;
    throw new Breach('I9', `${uuid} on ${number} is hidden, and nothing deletes it`);
  }
}

/** The device has exactly the mutual contacts that its cursor has passed. */
function checkMutuals({ number, tables, user }: Profile, { store }: SimServer): void {
  const { cursor = 0, fullSince = null } = tables.meta('cursor').get('changes')?.value ?? {};
  if (fullSince !== null) return;
  for (const { user_id, kind, ref_id, seq, removed } of store.rows('feed')) {
    if (user_id !== user.id || kind !== 'mutual' || seq > cursor) continue;
    if (tables.contacts.has(ref_id) !== removed) continue;
    const what = `mutual ${ref_id} on ${number}, pulled at ${seq}, cursor ${cursor}`;
    throw removed ? new Breach('I6', `${what}, stays`) : new Breach('I10', `${what}, is missing`);
  }
}

/** The cursor has passed this place in the feed: its row has been applied, or is buffered. */
function checkReceived({ number, tables }: Profile, uuid: string, access: AccessRow): void {
  const { seq, removed } = access;
  const row = rowOf(tables, uuid);
  const rev = row?.base?.rev ?? -1;
  const buffered = tables.meta(storedName.buffered).get(uuid)?.value;
  const bufferedRev = buffered === undefined ? -1 : subjectRev(buffered);
  const conflict = tables.meta('conflict').get(uuid)?.value;
  const newest = Math.max(rev, bufferedRev, conflict?.rev ?? -1);
  if (!removed) {
    if (newest >= seq) return;
    throw new Breach('I10', `${uuid} on ${number} is of ${newest}, the cursor is past ${seq}`);
  }
  if (newest > seq) return;
  const isAsked = bufferedRev >= seq || (conflict?.rev ?? -1) >= seq;
  const isReturning = tables.meta('restoring').has(uuid) || isBeingRestored(tables, uuid);
  if (row?.base != null && !isAsked && !isReturning) {
    throw new Breach('I6', `${uuid} stays on ${number} after its removal at ${seq}`);
  }
  if (access.reason !== 'hidden') return;
  // The other side of a conflict stays as long as the row: until the removal is processed.
  const isApplied = bufferedRev < seq;
  const keepsOthers =
    tables.meta('trash').has(uuid) ||
    buffered?.kind === 'row' ||
    (isApplied && conflict?.server != null);
  if (keepsOthers) throw new Breach('I6', `the server's ${uuid} stays on ${number}, hidden`);
}

/** The user restored it from the trash, and the request is still queued. */
export function isBeingRestored(tables: Profile['tables'], uuid: string): boolean {
  return tables.requestsAbout(uuid).some(({ url }) => url.endsWith('/restore'));
}

/** A conflict names an item that exists, waits to be changed and shows it; no other item does. */
function checkConflicts({ number, tables }: Profile): void {
  const conflicts = tables.meta('conflict');
  for (const uuid of conflicts.keys()) {
    const row = rowOf(tables, uuid);
    if (row === undefined) throw new Breach('I13', `the conflict of ${uuid} on ${number} is empty`);
    if (row._conflictType === undefined) {
      throw new Breach('I13', `${uuid} on ${number} does not show its conflict`);
    }
    if ((tables.requestIds.get(uuid)?.size ?? 0) === 0) {
      throw new Breach('I13', `nothing is queued about ${uuid} on ${number}, which is in conflict`);
    }
  }
  for (const { uuid, _conflictType } of tables.items.values()) {
    if (_conflictType === undefined || conflicts.has(uuid)) continue;
    throw new Breach('I13', `${uuid} on ${number} shows a conflict that is none`);
  }
}

/**
 * The newest text that a user gave an item is shown. A create that took effect but lacks its response adds
 * nothing: later changes may be confirmed.
 */
function checkOwnWrites({ number, tables }: Profile, eventLog: EventLog): void {
  const newest = new Map<string, QueuedRequest>();
  for (const request of tables.requests.values()) {
    const { seq, itemUuid, url, data } = request;
    if (itemUuid === null || data?.['title'] === undefined) continue;
    if (url === '/api/items' && rowOf(tables, itemUuid)?.base != null) continue;
    if ((newest.get(itemUuid)?.seq ?? -1) < seq) newest.set(itemUuid, request);
  }
  for (const [uuid, { sent, data }] of newest) {
    const title = data?.['title'];
    const row = rowOf(tables, uuid);
    // A request that was sent before its person chose the removal, or a copy, only waits for its response.
    if (row === undefined && sent && eventLog.hasDecided(number, uuid)) continue;
    if (row !== undefined && (row._deleted || row.title === title)) continue;
    throw new Breach('I9', `${uuid} on ${number} shows "${row?.title}", not "${String(title)}"`);
  }
}

function rowOf(tables: Profile['tables'], uuid: string): LocalItem | undefined {
  return tables.items.get(tables.idOfUuid.get(uuid) ?? -1);
}

function subjectRev(buffered: RemoteChange): number {
  return buffered.kind === 'row' ? buffered.row.rev : buffered.removal.rev;
}
