import type { LocalItem } from './local-item.ts';
import type { LocalChange } from './ports.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * The campaigns and tasks that a sync cycle has written, so that pages of their descendants need not read
 * them again. They are valid as long as no other writer has written: every write of items uses the next
 * localSeq, which the transaction that uses them checks.
 */
export class WrittenParents {
  readonly #rows = new Map<string, LocalItem>();
  #localSeq = -1;

  /** Gives the rows to a write that has just begun, unless another write came in between. */
  recall(unit: UnitOfWork): void {
    if (unit.localSeq === this.#localSeq + 1) unit.cache([...this.#rows.values()]);
  }

  /** Adds the changes of a cycle's write, once it is complete. */
  keep({ localSeq, rows, goneUuids }: LocalChange): void {
    if (localSeq !== this.#localSeq + 1) this.#rows.clear();
    this.#localSeq = localSeq;
    for (const row of rows) if (row.type !== 'todo') this.#rows.set(row.uuid, row);
    for (const uuid of goneUuids) this.#rows.delete(uuid);
  }
}
