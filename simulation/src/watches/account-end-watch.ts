import { firstPersonId } from '@foray/domain';
import type { ItemRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import type { Commit } from '../record/commits.ts';
import { lineOf, rightOn } from '../record/rights.ts';

/**
 * Checks what other users keep when a user deletes their account, and what is erased (I21): every commit
 * of a deletion is compared with the rules, applied to the items as they were before it.
 */
export class AccountEndWatch {
  readonly #fail: (error: unknown) => void;
  readonly #census: Census;
  readonly #ending = new Set<number>();

  constructor(fail: (error: unknown) => void, census: Census) {
    this.#fail = fail;
    this.#census = census;
  }

  /** Whether the deletion of an account has ever begun. */
  get isNeeded(): boolean {
    return this.#ending.size > 0;
  }

  /** An account is about to be deleted. */
  begin(userId: number): void {
    this.#ending.add(userId);
  }

  /** Compares what a commit has changed with the rules. */
  look({ store, before: items }: Commit): void {
    if (!this.isNeeded) return;
    for (const before of items.values()) {
      const after = store.row('items', before.id);
      if (after === undefined || after === before) continue;
      this.#check(before, after, items);
    }
  }

  /** The server confirmed the deletion: nothing that anybody could find belongs to the account any more. */
  end(userId: number, store: MemoryStore): void {
    this.#ending.delete(userId);
    const items = [...store.rows('items')];
    const held = items.find(
      (row) => row.assigned_to === userId || (row.user_id === userId && row.title !== ''),
    );
    if (held !== undefined) this.#broken(held, `is still held by ${userId}`);
    const people = [...store.rows('access'), ...store.rows('feed'), ...store.rows('contacts')];
    const left = people.some(({ user_id }) => user_id === userId);
    if (left || store.row('users', userId)?.phone !== null) {
      this.#fail(new Breach('I21', `something of ${userId} is left`));
    }
  }

  #check(before: ItemRow, after: ItemRow, items: ReadonlyMap<number, ItemRow>): void {
    const isErased = before.title !== '' && after.title === '';
    const isPassed = before.user_id !== after.user_id;
    if (!isErased && !isPassed) return;
    this.#census.note('account end', isErased ? 'erased' : 'passed');
    const line = lineOf(before, items).toReversed();
    const root = line[0] ?? before;
    const userId = root.user_id;
    if (!this.#ending.has(userId)) {
      // The clean-up erases old deletions. `OccurrenceWatch` knows what may erase copies.
      const isCopy = before.occurrence_of !== null;
      if (isErased && !isCopy && before.deleted_at === null) this.#broken(before, 'is erased');
      if (isPassed) this.#checkHeir(before.user_id, before, after, userId);
      return;
    }
    // Two accounts that end at once may pass items on to each other.
    if (before.user_id !== userId && this.#ending.has(before.user_id)) return;
    const head = line.find((item) => isAnothersByRight(userId, item, items));
    if (isErased) {
      if (head !== undefined) this.#broken(before, `is erased, and ${head.user_id} had a right`);
      return;
    }
    if (head === undefined) return this.#broken(before, `passes to ${after.user_id}`);
    this.#checkHeir(userId, before, after, head.user_id);
    const place = head === before ? null : before.parent_id;
    if (after.parent_id !== place) this.#broken(before, `stands in ${after.parent_id}`);
  }

  #checkHeir(userId: number, before: ItemRow, after: ItemRow, heir: number): void {
    const owner = before.user_id === userId ? heir : before.user_id;
    if (after.user_id !== owner) this.#broken(before, `passes to ${after.user_id}, not ${owner}`);
    if (after.title !== before.title) this.#broken(before, 'has lost its title on the way');
  }

  #broken({ uuid }: ItemRow, what: string): void {
    this.#fail(new Breach('I21', `${uuid} ${what}`));
  }
}

function isAnothersByRight(
  userId: number,
  item: ItemRow,
  items: ReadonlyMap<number, ItemRow>,
): boolean {
  const isPerson = item.user_id !== userId && item.user_id >= firstPersonId;
  return isPerson && item.title !== '' && rightOn(item.user_id, item, items) !== null;
}
