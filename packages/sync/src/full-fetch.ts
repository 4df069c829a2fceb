import { streams } from './meta.ts';
import type { Unit } from './unit.ts';

/**
 * Begins everything anew: cursors at the start, so that what the server does not mention is swept at
 * the end (design: sync, section 2). Local changes stay, to be judged again. Which history the server
 * has now, the first page tells.
 */
export async function beginFullFetch(
  unit: Unit,
  why: 'epoch_changed' | 'self_check',
): Promise<void> {
  const { tx } = unit;
  unit.note('full_fetch', { why });
  for (const { id } of await tx.metaOf('staged')) await tx.deleteMeta('staged', id);
  for (const stream of streams) {
    const next = { cursor: 0, fullSince: unit.localSeq, isComplete: true };
    await tx.putMeta('cursor', stream, next);
  }
  const known = await tx.meta('epoch', 'server');
  if (known === undefined) return;
  await tx.putMeta('epoch', 'former', known);
  await tx.deleteMeta('epoch', 'server');
}

/**
 * Takes over the epoch that an answer told. In another history than before every base is older than
 * whatever comes; in the same one a row is still never replaced by an older one (invariant I17).
 */
export async function takeEpoch(unit: Unit, epoch: string): Promise<void> {
  const { tx } = unit;
  const former = await tx.meta('epoch', 'former');
  await tx.putMeta('epoch', 'server', { epoch });
  if (former === undefined) return;
  await tx.deleteMeta('epoch', 'former');
  if (former.epoch === epoch) return;
  unit.remember(await tx.allItems());
  for (const row of unit.held()) {
    if (row.base !== null) unit.place({ ...row, base: { ...row.base, rev: 0, version: 0 } });
  }
  // What the other history removed says nothing of what this one has.
  for (const { id: uuid } of await tx.metaOf('restoring')) await tx.deleteMeta('restoring', uuid);
  // Neither does what may come back from the trash, whose number may be another's now.
  for (const { id: uuid, value } of await tx.metaOf('trash')) {
    const item = { ...value.item, id: unit.takeLocalId(), rev: 0, version: 0 };
    await tx.putMeta('trash', uuid, { ...value, item });
  }
}
