import { changedFields, itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { isAboutOneCall } from './pages-ahead.ts';
import { changesIn, identityOf } from '../remote/apply-remote.ts';
import type { RemoteChange } from '../store/meta.ts';
import { newestKnown } from '../remote/newest-known.ts';
import type { NewestKnown } from '../remote/newest-known.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { EpochChanged, endOf } from '../cycle/cycle-end.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';

/*
 * Decides whether the server's history contains everything that a device of the last release has received.
 * That release stored no positions, and a cursor proves nothing: after a restored backup later writes may
 * have overtaken it.
 */

/**
 * same: no difference was found. left: the histories differ after `commonHead`, or the server has another
 * epoch.
 */
export type ComparisonResult =
  | { readonly kind: 'same' }
  | { readonly kind: 'left'; readonly commonHead: number; readonly isRefuted: boolean };

/** Everything this device has received, read in one transaction. */
interface ReceivedData {
  readonly newest: ReadonlyMap<string, NewestKnown>;
  /** The ids of all stored rows, including unreadable ones. */
  readonly ids: ReadonlySet<number>;
  /** The cursor of each type up to which nothing is missing; 0 during a full fetch. */
  readonly receivedUpTo: ReadonlyMap<ItemType, number>;
  readonly lastReceived: number;
  /** The newest time of change, by the server's clock, of a received row. */
  readonly lastAt: string;
}

/**
 * Pulls everything from the start, compares it with the local rows, and applies nothing: the histories are
 * the same up to the first position at which one side lacks an entry of the other. Null if a stream could not
 * be read.
 */
export async function compareWithServer(cycle: CycleContext): Promise<ComparisonResult | null> {
  const received = await cycle.read(readReceived);
  const answer = await askWhetherKnown(cycle, received);
  if (answer === 'forgetful') return { kind: 'same' };
  const results = await Promise.allSettled(
    itemTypes.map((type) => firstDifference(cycle, type, received)),
  );
  let first = Infinity;
  let isWhole = true;
  for (const result of results) {
    if (result.status === 'fulfilled') first = Math.min(first, result.value);
    else if (isAboutOneCall(result.reason)) isWhole = false;
    else throw result.reason;
  }
  if (!isWhole) return null;
  const isRefuted = first < Infinity;
  cycle.log.note('compared', { outcome: answer, ...(isRefuted ? { cursor: first } : {}) });
  if (!isRefuted && answer === 'accepted') return { kind: 'same' };
  return {
    kind: 'left',
    commonHead: isRefuted ? Math.max(0, first - 1) : received.lastReceived,
    isRefuted,
  };
}

async function readReceived(tx: ReadTransaction): Promise<ReceivedData> {
  const receivedUpTo = new Map<ItemType, number>();
  for (const type of itemTypes) {
    const state = await tx.meta('cursor', type);
    const isWhole = state?.isComplete === true && state.fullSince === null;
    receivedUpTo.set(type, isWhole ? state.cursor : 0);
  }
  const newest = await newestKnown(tx);
  let lastReceived = Math.max(...receivedUpTo.values());
  let lastAt = '';
  for (const { rev, row } of newest.values()) {
    lastReceived = Math.max(lastReceived, rev);
    if (row !== null && row.updated_at > lastAt) lastAt = row.updated_at;
  }
  return { newest, ids: new Set(await tx.itemIds()), receivedUpTo, lastReceived, lastAt };
}

/**
 * The server's response to the greatest cursor. forgetful: it has everything that this device has received,
 * but has discarded removals since, so an item that it does not mention was deleted.
 */
async function askWhetherKnown(
  cycle: CycleContext,
  { receivedUpTo }: ReceivedData,
): Promise<'accepted' | 'refused' | 'forgetful'> {
  const cursors = [...receivedUpTo].filter(([, cursor]) => cursor > 0);
  for (const [type, cursor] of cursors.toSorted(([, one], [, other]) => other - one)) {
    const reply = await cycle.tryCall(type, (context) =>
      cycle.transport.fetchItems(type, cursor, 1, context),
    );
    if (reply.kind === 'answer') return 'accepted';
    const end = endOf(reply);
    if (end instanceof EpochChanged) {
      return (end.knownHead ?? 0) >= cursor ? 'forgetful' : 'refused';
    }
    // If only this stream fails, another one can decide the question.
    if (!isAboutOneCall(end)) throw end;
  }
  return 'accepted';
}

/** The first position of a type at which one side lacks an entry of the other; Infinity for none. */
async function firstDifference(
  cycle: CycleContext,
  type: ItemType,
  received: ReceivedData,
): Promise<number> {
  let first = Infinity;
  const mentioned = new Set<string>();
  for (let since = 0, isMore = true; isMore;) {
    const at = since;
    // The call names no epoch, since the server may have started another.
    const { body } = await cycle.call(type, (context) => {
      const unnamed = { ...context, epoch: null, positions: [] };
      return cycle.transport.fetchItems(type, at, cycle.sizes.pageRows, unnamed);
    });
    for (const change of changesIn(body)) {
      mentioned.add(identityOf(change).uuid);
      first = Math.min(first, differenceOf(change, received.receivedUpTo.get(type) ?? 0, received));
    }
    since = body.cursor;
    isMore = body.more;
  }
  for (const [uuid, { rev, row }] of received.newest) {
    if (row?.type === type && rev > 0 && !mentioned.has(uuid)) first = Math.min(first, rev);
  }
  return first;
}

/** The first position at which the histories certainly differ about an item; Infinity if they may agree. */
function differenceOf(
  change: RemoteChange,
  receivedUpTo: number,
  { newest, ids, lastAt }: ReceivedData,
): number {
  const { id, uuid, rev } = identityOf(change);
  const received = newest.get(uuid);
  // Only a row newer than everything that this device has received is certainly missing here.
  const isNew = change.kind === 'row' && change.row.updated_at > lastAt;
  if (received === undefined) {
    if (change.kind === 'removal' || rev > receivedUpTo || ids.has(id)) return Infinity;
    // Otherwise the device has received its removal, at an unknown position.
    return isNew ? rev : receivedUpTo;
  }
  // The last release set the rev of rows of an ended history to 0.
  if (received.rev === 0) return Infinity;
  // A removal is not always recorded again.
  if (change.kind === 'removal' && received.row === null) return Infinity;
  if (rev === received.rev) return isSame(change, received) ? Infinity : rev;
  if (rev < received.rev) return isNew ? rev : received.rev;
  if (rev <= receivedUpTo) return rev;
  return isLater(change, received) ? Infinity : received.rev;
}

function isSame(change: RemoteChange, { row }: NewestKnown): boolean {
  if (change.kind === 'removal' || row === null) return false;
  return change.row.version === row.version && changedFields(row, change.row).length === 0;
}

/** Whether a row can be a later state of another: every change by a user raises the version. */
function isLater(change: RemoteChange, { row }: NewestKnown): boolean {
  if (change.kind === 'removal' || row === null) return true;
  if (change.row.version !== row.version) return change.row.version > row.version;
  return row.title === change.row.title && row.description === change.row.description;
}
