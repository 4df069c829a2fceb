import { homePreviewItems } from '@foray/domain';
import type { Clock, LocalChange, LocalStore } from '@foray/sync';
import { Replica } from './replica.ts';

/** The reads of a store that a replica needs. */
export type ReplicaSource = Pick<LocalStore, 'read' | 'newestItems' | 'eachItem'>;

/** A replica without items. */
export function emptyReplica({ nowMs }: Clock): Replica {
  return new Replica(nowMs);
}

/**
 * Reads a store into memory in stages: the newest items of Home first, so that they can be painted, then
 * everything in chunks of `chunkRows`, with a pause for the page between them. Rows edited meanwhile are
 * kept. If the store fails, the app continues with the rows that were read.
 */
export async function loadReplica(
  store: ReplicaSource,
  replica: Replica,
  nextTask: () => Promise<void>,
  chunkRows: number,
): Promise<void> {
  const people = await store.read((tx) => tx.users());
  if (people.ok) replica.putPeople(people.value);
  const newest = await store.newestItems({ kind: 'top' }, homePreviewItems);
  if (newest.ok) replica.apply(newest.value);
  replica.setStage('first');
  await nextTask();
  await store.eachItem(chunkRows, async (rows) => {
    replica.apply(rows);
    await nextTask();
  });
  const imported = await store.read((tx) => tx.metaOf('importedGuest'));
  if (imported.ok) for (const { value } of imported.value) replica.putNumbers(value.numbers ?? {});
  replica.setStage('all');
}

/** Applies a committed change of this or another tab to memory; the caller calls `replica.notify`. */
export function applyChange(replica: Replica, change: LocalChange): void {
  replica.putPeople(change.users);
  replica.applyQuietly(
    change.rows,
    change.goneUuids.map((uuid) => ({ uuid, localSeq: change.localSeq })),
  );
}
