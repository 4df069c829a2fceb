import type { LocalItem } from './local-item.ts';
import type { LocalChange } from './ports.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * The campaigns and tasks that a run has written, so that each page of what hangs below them need not
 * read them again. They are true as long as nobody else has written: every write of items takes the
 * next localSeq, which the transaction that uses them reads itself (design: sync, section 3).
 */
export class WrittenParents {
  readonly #rows = new Map<string, LocalItem>();
  #localSeq = -1;

  /** Hands them to a write that has just begun, unless another write came between. */
  recall(unit: UnitOfWork): void {
    if (unit.localSeq === this.#localSeq + 1) unit.cache([...this.#rows.values()]);
  }

  /** Takes over what a write of the run has changed, once it is complete. */
  keep({ localSeq, rows, goneUuids }: LocalChange): void {
    if (localSeq !== this.#localSeq + 1) this.#rows.clear();
    this.#localSeq = localSeq;
    for (const row of rows) if (row.type !== 'todo') this.#rows.set(row.uuid, row);
    for (const uuid of goneUuids) this.#rows.delete(uuid);
  }
}
