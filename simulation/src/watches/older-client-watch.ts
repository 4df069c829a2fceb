import type { ItemRow, OpRow } from '@foray/authority';
import type { BatchRequest } from '@foray/contract';
import { comparedFieldOf, type EditableField } from '@foray/domain';
import { laterFieldNames } from '@foray/sync/testing';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import type { Commit } from '../record/commits.ts';
import type { LedgerPorts } from '../record/ledger.ts';
import type { Profile } from '../story/profile.ts';

/**
 * A request of the last release leaves all parts of an item that this release does not know as they are
 * (I18), except those that are emptied together with a date, and the effects of an occurrence that it
 * completes.
 */
export class OlderClientWatch {
  readonly #fail: LedgerPorts['fail'];
  readonly #census: Census;
  /** By the id of a request of that release that has not taken effect yet: its user. */
  readonly #sent = new Map<string, number>();
  /** The records of requests that have taken effect: a repeated request has no further effect. */
  readonly #done = new WeakSet<OpRow>();

  constructor({ fail }: Pick<LedgerPorts, 'fail'>, census: Census) {
    this.#fail = fail;
    this.#census = census;
  }

  /** Records a batch before it leaves. */
  note({ browser, user }: Profile, { requests }: BatchRequest): void {
    if (browser.isLastRelease) for (const { id } of requests) this.#sent.set(id, user.id);
  }

  /** Checks what a commit has changed. */
  look({ store, before }: Commit): void {
    let isDone = false;
    for (const [id, user] of this.#sent) {
      const op = store.row('ops', `${user} ${id}`);
      if (op === undefined) continue;
      this.#sent.delete(id);
      isDone ||= !this.#done.has(op);
      this.#done.add(op);
    }
    if (!isDone) return;
    for (const row of store.rows('items')) {
      const former = before.get(row.id);
      if (former === undefined || former === row) continue;
      // A copy that was undone is created again.
      const isThere = former.deleted_at === null && row.deleted_at === null;
      if (isThere) this.#check(former, row);
    }
  }

  #check(before: ItemRow, after: ItemRow): void {
    const isNext = after.occurrence === before.occurrence + 1;
    if (isNext) this.#census.note('last release', 'completes an occurrence');
    const hasUnknown = after.labels.length > 0 || after.priority !== null || after.repeat !== null;
    if (hasUnknown) this.#census.note('last release', 'changes what has more than it knows');
    for (const field of laterFieldNames) {
      if (String(before[field]) === String(after[field])) continue;
      if ((field === 'occurrence' || field === 'repeat_done') && isNext) continue;
      // The server keeps the day that a moved occurrence has by its rule.
      if (field === 'occurrence_day' && before.due_date !== after.due_date) continue;
      const goesWithDate = comparedFieldOf(field as EditableField) === 'due_date';
      if (goesWithDate && after.due_date === null) continue;
      const what = `${field} "${String(before[field])}" of ${after.uuid}`;
      this.#fail(new Breach('I18', `${what} is changed by a device that does not know it`));
    }
  }
}
