import type { WireItem } from '@foray/contract';
import { standardLimits } from './authority-limits.ts';
import type { AuthorityLimits } from './authority-limits.ts';
import type { Tx } from './store.ts';
import type { ActivityRow, ItemRow, NotificationKind } from './rows.ts';
import type { UsageChanges } from './usage.ts';

/** A notification to another user of what the caller did. */
export interface Notice {
  readonly user_id: number;
  readonly kind: NotificationKind;
  readonly campaign_id: number | null;
  /** Null where it is about no item. */
  readonly item_id: number | null;
}

/** An item as it is now, with those whose right on it may have changed; null for everybody. */
export interface Rechecked {
  readonly row: ItemRow;
  readonly people: ReadonlySet<number> | null;
}

/** What one change of an item works with, and what it gathers to be written at the end. */
export interface UnitOfWork {
  readonly tx: Tx;
  readonly callerId: number;
  /** The server's time of this change, UTC ISO 8601 with milliseconds. */
  readonly now: string;
  readonly epoch: string;
  /** Makes a uuid for an item whose creator gave none. */
  readonly newUuid: () => string;
  readonly limits: AuthorityLimits;
  /** Items whose content changed: everyone who sees them gets a new rev. */
  readonly touched: Map<number, ItemRow>;
  /**
   * Items on which rights may have changed: for each of them all its ancestors, deleted ones too,
   * must be here or in `above`. See `recheck`.
   */
  readonly rechecked: Map<number, Rechecked>;
  /** Ancestors whose own rights have not changed. */
  readonly above: Map<number, ItemRow>;
  /** Items that this change made: no user has a right to them yet, and nothing is below them. */
  readonly created: Set<number>;
  /** It creates what was made elsewhere (X-Import), and rolls nothing up. */
  isImport: boolean;
  /** The item as its assignee saw it before they handed it on; null where they did not. */
  lastSeen: WireItem | null;
  /**
   * To whom the change may assign something: by the mutual contact of which user, or (null) as somebody who is
   * in the tree already. See `partedSince`.
   */
  readonly granted: Map<number, number | null>;
  readonly entries: Omit<ActivityRow, 'id'>[];
  readonly notices: Notice[];
  /** What the items that it writes add to the accounts of their owners. */
  readonly usage: UsageChanges;
}

/** A change with nothing gathered yet. */
export function newUnit(
  of: Pick<UnitOfWork, 'tx' | 'callerId' | 'now' | 'epoch'> &
    Partial<Pick<UnitOfWork, 'newUuid' | 'limits'>>,
): UnitOfWork {
  return {
    limits: standardLimits,
    newUuid: () => {
      throw new Error('this change makes no items');
    },
    ...of,
    touched: new Map(),
    rechecked: new Map(),
    above: new Map(),
    created: new Set(),
    isImport: false,
    lastSeen: null,
    granted: new Map(),
    entries: [],
    notices: [],
    usage: new Map(),
  };
}

/** Writes changed items, and notes them for the feeds of everyone who sees them. */
export async function writeItems(unit: UnitOfWork, rows: readonly ItemRow[]): Promise<void> {
  await unit.tx.updateItems(rows);
  for (const row of rows) unit.touched.set(row.id, row);
}

/** Remembers that the rights of these people (or of everybody) on items may have changed. */
export function recheck(
  unit: UnitOfWork,
  rows: readonly ItemRow[],
  people: readonly (number | null)[] | 'everybody',
): void {
  for (const row of rows) {
    const known = unit.rechecked.get(row.id);
    const isAll = people === 'everybody' || known?.people === null;
    const some = isAll ? [] : [...(known?.people ?? []), ...people].filter((id) => id !== null);
    unit.rechecked.set(row.id, { row, people: isAll ? null : new Set(some) });
  }
}
