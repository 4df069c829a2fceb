import type { Tx } from './store.ts';
import type { ActivityRow, ItemRow, NotificationKind } from './rows.ts';

/** Somebody to be told of what the caller did. */
export interface Notice {
  readonly user_id: number;
  readonly kind: NotificationKind;
  readonly campaign_id: number | null;
  /** Null where it is about no item (mutual). */
  readonly item_id: number | null;
}

/** What one change of an item works with, and what it gathers to be written at the end. */
export interface Work {
  readonly tx: Tx;
  readonly callerId: number;
  /** The server's time of this change, UTC ISO 8601 with milliseconds. */
  readonly now: string;
  readonly isImport: boolean;
  readonly epoch: string;
  /** Makes a uuid for an item whose creator gave none. */
  readonly newUuid: () => string;
  /** Items whose content changed: everyone who sees them gets a new rev. */
  readonly touched: Map<number, ItemRow>;
  /**
   * Items whose rights may have changed, as they are now: for each of them all its living ancestors
   * must be here too, or in `above`.
   */
  readonly rejudged: Map<number, ItemRow>;
  /** Ancestors whose own rights have not changed. */
  readonly above: Map<number, ItemRow>;
  /** Items that this change made: nobody has a right to them yet, and nothing is below them. */
  readonly created: Set<number>;
  readonly entries: Omit<ActivityRow, 'id'>[];
  readonly notices: Notice[];
}

/** A change with nothing gathered yet. */
export function newWork(
  of: Pick<Work, 'tx' | 'callerId' | 'now' | 'epoch'> & Partial<Pick<Work, 'isImport' | 'newUuid'>>,
): Work {
  return {
    isImport: false,
    newUuid: () => {
      throw new Error('this change makes no items');
    },
    ...of,
    touched: new Map(),
    rejudged: new Map(),
    above: new Map(),
    created: new Set(),
    entries: [],
    notices: [],
  };
}

/** Writes changed items, and remembers that everyone who sees them must hear of it. */
export async function writeItems(work: Work, rows: readonly ItemRow[]): Promise<void> {
  await work.tx.updateItems(rows);
  for (const row of rows) work.touched.set(row.id, row);
}
