import { Breach } from '../record/broken.ts';
import type { Commit } from '../record/commits.ts';
import type { LedgerPorts } from '../record/ledger.ts';
import type { Effect } from '@foray/sync';
import { isGivenUp } from './label-watch.ts';
import type { AtRest } from './label-watch.ts';

/** A position that an action gave an item. */
interface GivenPlace {
  readonly browser: number;
  readonly position: string | null;
}

/**
 * Places among siblings (I18): an item has one that somebody gave it, or none; once everything has settled,
 * an item that only one device has placed has the last place.
 */
export class PlaceWatch {
  readonly #ports: Pick<LedgerPorts, 'eventLog' | 'fail'>;
  readonly #given = new Map<string, GivenPlace[]>();

  constructor(ports: Pick<LedgerPorts, 'eventLog' | 'fail'>) {
    this.#ports = ports;
  }

  /** Notes the places that an action gave. */
  note(browser: number, effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind !== 'position') continue;
      const given = { browser, position: effect.after };
      this.#given.set(effect.uuid, [...(this.#given.get(effect.uuid) ?? []), given]);
    }
  }

  /** Checks what a commit has changed. */
  look({ store, before }: Commit): void {
    for (const row of store.rows('items')) {
      const former = before.get(row.id);
      if (former === row || row.position === null || former?.position === row.position) continue;
      const given = this.#given.get(row.uuid) ?? [];
      if (given.some(({ position }) => position === row.position)) continue;
      this.#ports.fail(new Breach('I18', `nobody has placed ${row.uuid} at ${row.position}`));
    }
  }

  /** The last place that the only device gave is there, unless the item was moved or given up. */
  checkAtRest(world: AtRest): void {
    const { eventLog, fail } = this.#ports;
    const rows = new Map([...world.server.store.rows('items')].map((row) => [row.uuid, row]));
    for (const [uuid, given] of this.#given) {
      const row = rows.get(uuid);
      const last = given.at(-1);
      if (row === undefined || last === undefined || row.deleted_at !== null) continue;
      if (given.some(({ browser }) => browser !== last.browser)) continue;
      const actions = eventLog.actionsOn(uuid);
      const isMoved = actions.some(({ kind }) => kind === 'move' || kind === 'resolve');
      const isUnsure = actions.some(({ state, kind }) => kind === 'place' && state !== 'confirmed');
      if (isMoved || isUnsure || row.position === last.position) continue;
      const own = actions.findLast(({ browser }) => browser === last.browser);
      if (own === undefined || isGivenUp(eventLog, world, own, row)) continue;
      fail(new Breach('I18', `${uuid} is not where it was placed last`));
    }
  }
}
