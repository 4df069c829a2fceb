import type { ItemRow } from '@foray/authority';
import { Broken } from './broken.ts';
import type { Commit } from './commits.ts';
import type { Action } from './event-log.ts';
import type { AtRest } from './label-watch.ts';
import { isGivenUp } from './label-watch.ts';
import type { LedgerPorts } from './ledger.ts';

/**
 * Copies of occurrences: one for each that somebody completed, never two (I3), none that nobody completed; at rest
 * every completion that the app confirmed has its copy (I1). The number of an item grows by completing and skipping
 * alone.
 */
export class OccurrenceWatch {
  readonly #ports: Pick<LedgerPorts, 'eventLog' | 'fail'>;

  constructor(ports: Pick<LedgerPorts, 'eventLog' | 'fail'>) {
    this.#ports = ports;
  }

  /** Looks at what a commit has changed. */
  look({ store, before }: Commit): void {
    const copies = new Map<string, ItemRow>();
    for (const row of store.rows('items')) {
      const former = before.get(row.id);
      const { occurrence_of: of, occurrence: n } = row;
      if (of !== null) {
        const key = `${of} ${n}`;
        if (copies.has(key)) this.#broken('I3', `occurrence ${n} of ${of} has two copies`);
        copies.set(key, row);
      }
      if (former === row || row.deleted_at !== null) continue;
      if (of !== null) {
        if (former === undefined && !this.#isMeant(of, n, ['complete'])) {
          this.#broken('I3', `nobody has completed occurrence ${n} of ${of}`);
        }
      } else if (former !== undefined && row.occurrence > former.occurrence) {
        if (row.occurrence !== former.occurrence + 1) {
          this.#broken('I3', `${row.uuid} leaves out an occurrence`);
        }
        if (!this.#isMeant(row.uuid, former.occurrence, ['complete', 'skip'])) {
          this.#broken('I3', `nobody has moved ${row.uuid} on from ${former.occurrence}`);
        }
      }
    }
  }

  /** What was completed and confirmed has a copy, also one that was taken away since, or is the last. */
  checkAtRest(world: AtRest): void {
    const rows = [...world.server.store.rows('items')];
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    const copies = new Set(rows.map(({ occurrence_of: of, occurrence }) => `${of} ${occurrence}`));
    for (const action of this.#ports.eventLog.actions) {
      const { occurrence, uuids, state } = action;
      const item = byUuid.get(uuids[0] ?? '');
      if (occurrence?.act !== 'complete' || state !== 'confirmed' || item === undefined) continue;
      if (copies.has(`${item.uuid} ${occurrence.n}`)) continue;
      const isLast = item.occurrence === occurrence.n && item.status === 'completed';
      const isUndone = this.#isMeant(item.uuid, occurrence.n, ['undo']);
      if (isLast || isUndone || item.deleted_at !== null) continue;
      if (isGivenUp(this.#ports.eventLog, world, action, item)) continue;
      this.#broken('I1', `the completion ${occurrence.n} of ${item.uuid} is lost`);
    }
  }

  #isMeant(uuid: string, n: number, acts: readonly string[]): boolean {
    return this.#ports.eventLog
      .actionsOn(uuid)
      .some((action) => isAbout(action, n, acts) || action.kind === 'status');
  }

  #broken(invariant: 'I1' | 'I3', what: string): void {
    this.#ports.fail(new Broken(invariant, what));
  }
}

function isAbout({ occurrence, state }: Action, n: number, acts: readonly string[]): boolean {
  return occurrence?.n === n && acts.includes(occurrence.act) && state !== 'refused';
}
