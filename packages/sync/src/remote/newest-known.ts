import { storedName } from '../store/stored-names.ts';
import type { DeltaItem } from '@foray/contract';
import { identityOf } from './apply-remote.ts';
import type { RemoteChange } from '../store/meta.ts';
import type { ReadTransaction } from '../store/ports.ts';

/** The last state of an item that the server sent; the row is null for a removal. */
export interface NewestKnown {
  readonly rev: number;
  readonly row: DeltaItem | null;
}

/**
 * The newest state of each item that the server sent: its base or its buffered change, which takes precedence
 * at the same rev.
 */
export async function newestKnown(tx: ReadTransaction): Promise<ReadonlyMap<string, NewestKnown>> {
  const newest = new Map<string, NewestKnown>();
  const take = (uuid: string, rev: number, row: DeltaItem | null): void => {
    const before = newest.get(uuid);
    if (before === undefined || before.rev <= rev) newest.set(uuid, { rev, row });
  };
  const takeEntry = (entry: RemoteChange): void => {
    const { uuid, rev } = identityOf(entry);
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
