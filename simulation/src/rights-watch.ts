import type { ActivityRow, ItemRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import { Broken } from './broken.ts';
import { mayGo, rightOn } from './rights.ts';

/**
 * Nobody does what they have no right to (I19): every entry of the log is judged by the rules of
 * product.md, from the top down, on the items as they were before the commit that made it.
 */
export class RightsWatch {
  readonly #fail: (error: unknown) => void;
  #before: ReadonlyMap<number, ItemRow> = new Map();
  #activitySeen = 0;

  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Looks at what a commit has logged. */
  look(store: MemoryStore): void {
    let index = 0;
    for (const entry of store.rows('activity')) {
      index += 1;
      if (index <= this.#activitySeen || entry.automatic) continue;
      this.#judge(entry, store);
    }
    this.#activitySeen = index;
    // The end of an account passes items on, and logs nothing.
    this.#take(store);
  }

  /** A backup is in place of everything. */
  lookAgain(store: MemoryStore): void {
    this.#activitySeen = [...store.rows('activity')].length;
    this.#take(store);
  }

  #take(store: MemoryStore): void {
    this.#before = new Map([...store.rows('items')].map((row) => [row.id, row]));
  }

  #judge({ item_id: id, user_id: userId, action }: ActivityRow, store: MemoryStore): void {
    const after = store.row('items', id);
    const before = this.#before.get(id);
    if (after === undefined) return;
    const may = (itemId: number | null, wanted: 'contribute' | 'manage'): boolean => {
      const item = this.#before.get(itemId ?? 0);
      if (item === undefined) return true;
      const right = rightOn(userId, item, this.#before);
      return right === 'manage' || right === wanted;
    };
    const isManagers = action === 'restored' || action === 'deleted' || action === 'moved';
    const mayChange = before === undefined || may(id, isManagers ? 'manage' : 'contribute');
    const isPlaced = before === undefined || action === 'moved';
    const isGone = action === 'moved' && before !== undefined;
    const mayLeave = !isGone || mayGo(userId, before, after.parent_id, this.#before);
    if (mayChange && mayLeave && (!isPlaced || may(after.parent_id, 'contribute'))) return;
    this.#fail(new Broken('I19', `${after.uuid} is ${action} by ${userId}, who may not`));
  }
}
