import { storedName } from '../store/stored-names.ts';
import { itemTypes } from '@foray/domain';
import { streams } from '../store/meta.ts';
import type { Epoch, Stream } from '../store/meta.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** Fetches everything again: cursors at the start, so that what the server does not mention is removed. */
export async function beginFullFetch(unit: UnitOfWork, why: string): Promise<void> {
  const { tx } = unit;
  unit.note('full_fetch', { why });
  for (const { id } of await tx.metaOf(storedName.buffered))
    await tx.deleteMeta(storedName.buffered, id);
  for (const stream of streams) await refetch(unit, stream);
}

/** Fetches one stream again from its start. */
export async function refetch({ tx, localSeq }: UnitOfWork, stream: Stream): Promise<void> {
  const isComplete = (await tx.meta('cursor', stream))?.isComplete ?? false;
  // This write keeps its number for the next one where it changes no row, so its rows are newer.
  await tx.putMeta('cursor', stream, { cursor: 0, fullSince: localSeq - 1, isComplete });
}

/** The full fetch of items that a history begins with has ended: what is queued may go. */
export async function endPartial(unit: UnitOfWork): Promise<void> {
  const epoch = await unit.tx.meta('epoch', 'server');
  if (epoch?.isPartial === undefined) return;
  for (const type of itemTypes) {
    // A cursor that cannot be read is no end: its stream is fetched from the start.
    if ((await unit.tx.meta('cursor', type))?.fullSince !== null) return;
  }
  const { isPartial: _, ...whole } = epoch;
  await unit.tx.putMeta('epoch', 'server', whole);
}

/** Whether a request may be sent: the row of the present history that it is to change must be here. */
export function maySend(epoch: Epoch | undefined): boolean {
  return epoch !== undefined && epoch.isPartial === undefined;
}
