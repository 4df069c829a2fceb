import type { ActivityRow } from '@foray/authority';
import { Broken } from './broken.ts';
import type { Commit } from './commits.ts';
import { mayGo, rightOn } from './rights.ts';

/**
 * No user does what they have no right to (I19): every entry of the activity log is checked by the rules,
 * from the top down, on the items as they were before its commit.
 */
export class RightsWatch {
  readonly #fail: (error: unknown) => void;

  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Looks at what a commit has logged. */
  look(commit: Commit): void {
    for (const entry of commit.entries) if (!entry.automatic) this.#check(entry, commit);
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
    this.#fail(new Broken('I19', `${after.uuid} is ${action} by ${userId}, who may not`));
  }
}
