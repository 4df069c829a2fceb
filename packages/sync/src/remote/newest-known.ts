import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import { subjectOf } from './apply-remote.ts';
import type { BufferedRow } from '../store/meta.ts';
import type { ReadTransaction } from '../store/ports.ts';

/** What the server told last of an item: a row, or with null that it is gone. */
export interface NewestKnown {
  readonly rev: number;
  readonly row: DeltaItem | null;
}

/**
 * The newest the server told of each item: its base, or what waits for a decision, which says more of
 * two with one number.
 */
export async function newestKnown(tx: ReadTransaction): Promise<ReadonlyMap<string, NewestKnown>> {
  const newest = new Map<string, NewestKnown>();
  const take = (uuid: string, rev: number, row: DeltaItem | null): void => {
    const before = newest.get(uuid);
    if (before === undefined || before.rev <= rev) newest.set(uuid, { rev, row });
  };
  const takeEntry = (entry: BufferedRow): void => {
    const { uuid, rev } = subjectOf(entry);
    take(uuid, rev, entry.kind === 'row' ? entry.row : null);
  };
  for (const { uuid, base } of await tx.allItems()) {
    if (base !== null) take(uuid, base.rev, base);
  }
  for (const { value } of await tx.metaOf('conflict')) take(value.uuid, value.rev, value.server);
  for (const { value } of await tx.metaOf(storedName.buffered)) takeEntry(value);
  for (const { value } of await tx.metaOf('restoring')) {
    takeEntry({ kind: 'removal', removal: value });
  }
  return newest;
}
