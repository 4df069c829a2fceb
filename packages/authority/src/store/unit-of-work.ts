import type { WireItem } from '@foray/contract';
import { standardLimits } from './authority-limits.ts';
import type { AuthorityLimits } from './authority-limits.ts';
import type { Tx } from './store.ts';
import type { ActivityRow, ItemRow, NotificationKind } from './rows.ts';
import type { UsageChanges } from './usage.ts';

/** A notification of another user about the caller's action. */
export interface Notice {
  readonly user_id: number;
  readonly kind: NotificationKind;
  readonly campaign_id: number | null;
  /** Null if it concerns no item. */
  readonly item_id: number | null;
}

/** An item in its current state, with the people whose right on it may have changed; null for everybody. */
export interface RecheckedItem {
  readonly row: ItemRow;
  readonly people: ReadonlySet<number> | null;
}

/** The transaction and context of one change, and the rows that it gathers until the end. */
export interface CommandUnitOfWork {
  readonly tx: Tx;
  readonly callerId: number;
  /** The server's time of this change, UTC ISO 8601 with milliseconds. */
  readonly now: string;
  readonly epoch: string;
  /** Generates a uuid for an item whose creator sent none. */
  readonly newUuid: () => string;
  readonly limits: AuthorityLimits;
  /** Items whose content changed: everyone who sees them gets a new rev. */
  readonly touched: Map<number, ItemRow>;
  /**
   * Items on which rights may have changed. All ancestors of each, including deleted ones, must be here or in
   * `above`. See `recheck`.
   */
  readonly rechecked: Map<number, RecheckedItem>;
  /** Ancestors whose own rights have not changed. */
  readonly above: Map<number, ItemRow>;
  /** Items that this change created: nobody has a right to them yet, and nothing is below them. */
  readonly created: Set<number>;
  /** The request creates an item that was created elsewhere (X-Import), and causes no roll-up. */
  isImport: boolean;
  /** The item as its assignee saw it before reassigning it; null if nobody did. */
  lastSeen: WireItem | null;
  /**
   * The people to whom the change may assign items, each with the user whose mutual contact they are, or with
   * null if they already have a right in the tree. See `blockedSince`.
   */
  readonly granted: Map<number, number | null>;
  readonly entries: Omit<ActivityRow, 'id'>[];
  readonly notices: Notice[];
  /** The usage that written items add to the accounts of their owners. */
  readonly usage: UsageChanges;
}

/** A unit of work with nothing gathered yet. */
export function newUnit(
  of: Pick<CommandUnitOfWork, 'tx' | 'callerId' | 'now' | 'epoch'> &
    Partial<Pick<CommandUnitOfWork, 'newUuid' | 'limits'>>,
): CommandUnitOfWork {
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

/** Writes changed items, and marks them for the feeds of everyone who sees them. */
export async function writeItems(unit: CommandUnitOfWork, rows: readonly ItemRow[]): Promise<void> {
  await unit.tx.updateItems(rows);
  for (const row of rows) unit.touched.set(row.id, row);
}

/** Records that the rights of these people (or of everybody) on items may have changed. */
export function recheck(
  unit: CommandUnitOfWork,
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
