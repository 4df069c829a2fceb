import { changedFields, itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { isAboutOneCall } from './pull-streams.ts';
import { subjectOf } from '../remote/apply-remote.ts';
import type { BufferedRow } from '../store/meta.ts';
import { newestKnown } from '../remote/newest-known.ts';
import type { NewestKnown } from '../remote/newest-known.ts';
import type { ReadTransaction } from '../store/ports.ts';
import { EpochChanged, endOf } from '../cycle/cycle-end.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';

/*
 * Whether the server's history contains what a device of the last release was told. That release kept
 * no positions, and a cursor proves nothing: after a restored backup later writes may have passed it.
 */

/**
 * same: nothing speaks against it. left: something does, or the server has another epoch; up to
 * `toldHead` the histories are the same.
 */
export type Compared =
  | { readonly kind: 'same' }
  | { readonly kind: 'left'; readonly toldHead: number; readonly isRefuted: boolean };

/** What this device was told, read at once. */
interface Held {
  readonly newest: ReadonlyMap<string, NewestKnown>;
  /** Of everything that is stored, what cannot be read too. */
  readonly ids: ReadonlySet<number>;
  /** Up to here each type was told without a gap; 0 where a fetch of it is under way. */
  readonly toldUpTo: ReadonlyMap<ItemType, number>;
  readonly lastTold: number;
  /** When the server last changed something that was told, by its clock. */
  readonly lastAt: string;
}

/**
 * Compares all that the server tells from the start with what is here, and takes nothing over: up to the
 * first place at which one side has what the other lacks, the histories are the same. Null where not all
 * could be read.
 */
export async function compareWithServer(cycle: CycleContext): Promise<Compared | null> {
  const held = await cycle.read(readHeld);
  const standing = await askStanding(cycle, held);
  if (standing === 'forgetful') return { kind: 'same' };
  const results = await Promise.allSettled(
    itemTypes.map((type) => firstDifference(cycle, type, held)),
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
  cycle.log.note('compared', { outcome: standing, ...(isRefuted ? { cursor: first } : {}) });
  if (!isRefuted && standing === 'accepted') return { kind: 'same' };
  return { kind: 'left', toldHead: isRefuted ? Math.max(0, first - 1) : held.lastTold, isRefuted };
}

async function readHeld(tx: ReadTransaction): Promise<Held> {
  const toldUpTo = new Map<ItemType, number>();
  for (const type of itemTypes) {
    const state = await tx.meta('cursor', type);
    const isWhole = state?.isComplete === true && state.fullSince === null;
    toldUpTo.set(type, isWhole ? state.cursor : 0);
  }
  const newest = await newestKnown(tx);
  let lastTold = Math.max(...toldUpTo.values());
  let lastAt = '';
  for (const { rev, row } of newest.values()) {
    lastTold = Math.max(lastTold, rev);
    if (row !== null && row.updated_at > lastAt) lastAt = row.updated_at;
  }
  return { newest, ids: new Set(await tx.itemIds()), toldUpTo, lastTold, lastAt };
}

/**
 * What the server says to the greatest cursor. forgetful: it has all that this device was told, and has
 * forgotten removals since; what it does not mention was deleted.
 */
async function askStanding(
  cycle: CycleContext,
  { toldUpTo }: Held,
): Promise<'accepted' | 'refused' | 'forgetful'> {
  const cursors = [...toldUpTo].filter(([, cursor]) => cursor > 0);
  for (const [type, cursor] of cursors.toSorted(([, one], [, other]) => other - one)) {
    const reply = await cycle.tryCall(type, (context) =>
      cycle.transport.fetchItems(type, cursor, 1, context),
    );
    if (reply.kind === 'answer') return 'accepted';
    const end = endOf(reply);
    if (end instanceof EpochChanged) {
      return (end.knownHead ?? 0) >= cursor ? 'forgetful' : 'refused';
    }
    // Of a stream that fails by itself another can be asked.
    if (!isAboutOneCall(end)) throw end;
  }
  return 'accepted';
}

/** The first place at which one side has, of items of a type, what the other lacks; Infinity for none. */
async function firstDifference(cycle: CycleContext, type: ItemType, held: Held): Promise<number> {
  let first = Infinity;
  const mentioned = new Set<string>();
  for (let since = 0, isMore = true; isMore;) {
    const at = since;
    // In the name of no epoch: the server may have begun another.
    const { body } = await cycle.call(type, (context) => {
      const unnamed = { ...context, epoch: null, positions: [] };
      return cycle.transport.fetchItems(type, at, cycle.sizes.pageRows, unnamed);
    });
    const entries: readonly BufferedRow[] = [
      ...body.data.map((row) => ({ kind: 'row', row }) as const),
      ...body.removed.map((removal) => ({ kind: 'removal', removal }) as const),
    ];
    for (const entry of entries) {
      mentioned.add(subjectOf(entry).uuid);
      first = Math.min(first, differenceOf(entry, held.toldUpTo.get(type) ?? 0, held));
    }
    since = body.cursor;
    isMore = body.more;
  }
  for (const [uuid, { rev, row }] of held.newest) {
    if (row?.type === type && rev > 0 && !mentioned.has(uuid)) first = Math.min(first, rev);
  }
  return first;
}

/** The first place at which the histories are known to differ about an item; Infinity if they need not. */
function differenceOf(entry: BufferedRow, toldUpTo: number, { newest, ids, lastAt }: Held): number {
  const { id, uuid, rev } = subjectOf(entry);
  const told = newest.get(uuid);
  // Only what came after all that this device was told is surely no part of it.
  const isNew = entry.kind === 'row' && entry.row.updated_at > lastAt;
  if (told === undefined) {
    if (entry.kind === 'removal' || rev > toldUpTo || ids.has(id)) return Infinity;
    // Otherwise the device was told of its removal, nobody knows where.
    return isNew ? rev : toldUpTo;
  }
  // The last release gave the rows of a history that was over the number 0.
  if (told.rev === 0) return Infinity;
  // That it is gone is not always noted again.
  if (entry.kind === 'removal' && told.row === null) return Infinity;
  if (rev === told.rev) return isSame(entry, told) ? Infinity : rev;
  if (rev < told.rev) return isNew ? rev : told.rev;
  if (rev <= toldUpTo) return rev;
  return isLater(entry, told) ? Infinity : told.rev;
}

function isSame(entry: BufferedRow, { row }: NewestKnown): boolean {
  if (entry.kind === 'removal' || row === null) return false;
  return entry.row.version === row.version && changedFields(row, entry.row).length === 0;
}

/** Whether a row can have come of another: whatever people change raises the version. */
function isLater(entry: BufferedRow, { row }: NewestKnown): boolean {
  if (entry.kind === 'removal' || row === null) return true;
  if (entry.row.version !== row.version) return entry.row.version > row.version;
  return row.title === entry.row.title && row.description === entry.row.description;
}
