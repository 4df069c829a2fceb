import type { ActivityRow, ItemRow } from '@foray/authority';
import { Breach } from '../record/broken.ts';
import type { Commit } from '../record/commits.ts';
import { mayGo, partedFrom, rightOn } from '../record/rights.ts';

/**
 * No user acts without the right (I19): every entry of the activity log is checked by the rules, from the
 * root down, on the items as they were before its commit, and so is every copy of an occurrence that an
 * action on its item removes.
 */
export class RightsWatch {
  readonly #fail: (error: unknown) => void;

  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Checks the log entries of a commit. */
  look(commit: Commit): void {
    for (const entry of commit.entries) {
      if (entry.automatic) continue;
      this.#check(entry, commit);
      if (entry.metadata['occurrence'] !== undefined) this.#checkHistory(entry, commit);
    }
    this.#checkBlocks(commit);
  }

  /** A block keeps everything by one person from reaching the other, even by a restore. */
  #checkBlocks({ store, before: items, entries }: Commit): void {
    const [actor] = entries.map((entry) => entry.user_id);
    const parted = partedFrom(actor, store.rows('blocks'));
    if (parted.size === 0) return;
    const isFor = (row: ItemRow | undefined, assignee: number | null): boolean =>
      row?.deleted_at === null && row.assigned_to === assignee;
    const itemOf = (of: string | null): ItemRow | undefined =>
      [...items.values()].find(({ uuid }) => uuid === of);
    for (const row of store.rows('items')) {
      const { assigned_to: assignee, deleted_at, occurrence_of: of } = row;
      const former = items.get(row.id);
      const isThere = isFor(former, assignee);
      // The copy of an occurrence has the assignee that its item already has, even if it is completed once more.
      const isCopied = of !== null && (former === undefined || isFor(itemOf(of), assignee));
      if (assignee === null || deleted_at !== null || isThere || isCopied) continue;
      if (!parted.has(assignee)) continue;
      this.#fail(new Breach('I19', `${row.uuid} comes to ${assignee} by ${actor}, over a block`));
    }
  }

  /** A person who does not manage an item removes only the copy of its last occurrence. */
  #checkHistory(
    { item_id: id, user_id: userId, metadata }: ActivityRow,
    { store, before: items }: Commit,
  ): void {
    const item = items.get(id);
    if (item === undefined || rightOn(userId, item, items) === 'manage') return;
    const isTaken = (row: ItemRow): boolean =>
      row.occurrence_of === item.uuid &&
      row.deleted_at !== null &&
      items.get(row.id)?.deleted_at === null;
    for (const copy of [...store.rows('items')].filter(isTaken)) {
      const isLast = copy.occurrence === metadata['occurrence']?.old;
      if (isLast && store.row('items', id)?.occurrence === copy.occurrence) continue;
      this.#fail(new Breach('I19', `${copy.uuid} is taken away by ${userId}, who may not`));
    }
  }

  #check(
    { item_id: id, user_id: userId, action }: ActivityRow,
    { store, before: items }: Commit,
  ): void {
    const after = store.row('items', id);
    const before = items.get(id);
    if (after === undefined) return;
    const may = (itemId: number | null, wanted: 'contribute' | 'manage'): boolean => {
      const item = items.get(itemId ?? 0);
      if (item === undefined) return true;
      const right = rightOn(userId, item, items);
      return right === 'manage' || right === wanted;
    };
    const isManagers = action === 'restored' || action === 'deleted' || action === 'moved';
    const mayChange = before === undefined || may(id, isManagers ? 'manage' : 'contribute');
    const isPlaced = before === undefined || action === 'moved';
    const isGone = action === 'moved' && before !== undefined;
    const mayLeave = !isGone || mayGo(userId, before, after.parent_id, items);
    if (mayChange && mayLeave && (!isPlaced || may(after.parent_id, 'contribute'))) return;
    this.#fail(new Breach('I19', `${after.uuid} is ${action} by ${userId}, who may not`));
  }
}
