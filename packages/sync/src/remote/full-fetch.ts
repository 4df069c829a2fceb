import { storedName } from '../store/stored-names.ts';
import { itemTypes } from '@foray/domain';
import { streams } from '../store/meta.ts';
import type { Epoch, Stream } from '../store/meta.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Fetches everything again: cursors return to the start, and items that the server does not mention are
 * removed at the end.
 */
export async function beginFullFetch(unit: UnitOfWork, why: string): Promise<void> {
  const { tx } = unit;
  unit.note('full_fetch', { why });
  for (const { id } of await tx.metaOf(storedName.buffered))
    await tx.deleteMeta(storedName.buffered, id);
  for (const stream of streams) await refetchStream(unit, stream);
}

/** Fetches one stream again from its start. */
export async function refetchStream({ tx, localSeq }: UnitOfWork, stream: Stream): Promise<void> {
  const isComplete = (await tx.meta('cursor', stream))?.isComplete ?? false;
  // If this write changes no row, the next one has the same number, so its rows count as newer.
  await tx.putMeta('cursor', stream, { cursor: 0, fullSince: localSeq - 1, isComplete });
}

/** Ends the full fetch of items with which a history begins, so that queued requests may be sent. */
export async function endPartial(unit: UnitOfWork): Promise<void> {
  const epoch = await unit.tx.meta('epoch', 'server');
  if (epoch?.isPartial === undefined) return;
  for (const type of itemTypes) {
    // An unreadable cursor does not end it: its stream is fetched from the start.
    if ((await unit.tx.meta('cursor', type))?.fullSince !== null) return;
  }
  const { isPartial: _, ...whole } = epoch;
  await unit.tx.putMeta('epoch', 'server', whole);
}

/**
 * Whether requests may be sent: the rows that they change must have been received from the current history.
 */
export function maySend(epoch: Epoch | undefined): boolean {
  return epoch !== undefined && epoch.isPartial === undefined;
}
