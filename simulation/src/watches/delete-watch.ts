import type { ItemRow } from '@foray/authority';
import { dayMs, trashDays } from '@foray/domain';
import { Breach } from '../record/broken.ts';
import type { Action, EventLog } from '../record/event-log.ts';
import type { AtRest } from './label-watch.ts';

/** Actions that restore an item, or decide that it stays. */
const bringingBack: readonly Action['kind'][] = ['restore', 'resolve', 'discard', 'import'];

/**
 * Once everything has settled, a confirmed delete holds (I8): the item exists only if somebody restored it, decided so, or gave up
 * the delete with the data of its device.
 */
export class DeleteWatch {
  readonly #eventLog: EventLog;
  readonly #fail: (error: unknown) => void;

  constructor({
    eventLog,
    fail,
  }: {
    readonly eventLog: EventLog;
    readonly fail: (error: unknown) => void;
  }) {
    this.#eventLog = eventLog;
    this.#fail = fail;
  }

  checkAtRest(world: AtRest): void {
    const rows = [...world.server.store.rows('items')];
    for (const row of rows) {
      if (row.deleted_at !== null || row.occurrence_of !== null) continue;
      const actions = this.#eventLog.actionsOn(row.uuid);
      const made = actions.findLast((action) => action.state === 'confirmed' && isDelete(action));
      if (made === undefined || !this.#stands(world, made, row, rows)) continue;
      // A restore brings back everything that one delete took, including items that it does not name, such as
      // the copies of occurrences. On another device the item may have been in a delete with other items.
      const deletes = actions.filter((action) => action.state !== 'refused' && isDelete(action));
      const deleted = new Set(deletes.flatMap(({ uuids }) => uuids));
      const copies = rows.filter(({ occurrence_of: of }) => of !== null && deleted.has(of));
      const taken = new Set([...deleted, ...copies.map(({ uuid }) => uuid)]);
      const named = [...taken].flatMap((uuid) => this.#eventLog.actionsOn(uuid));
      if (named.some(isBack)) continue;
      this.#fail(new Breach('I8', `${row.uuid}, which ${made.browser} deleted, is back`));
    }
  }

  /** Whether a delete could be sent, and its person had the right to it throughout. */
  #stands(
    { server, profiles, watch }: AtRest,
    made: Action,
    row: ItemRow,
    rows: readonly ItemRow[],
  ): boolean {
    const { browser, userId } = made;
    // The trash, which remembers a delete that a backup may lose, forgets it.
    const isForgotten = this.#eventLog.ageMs(made) > trashDays * dayMs;
    if (server.restores > 0 && isForgotten) return false;
    if (server.hasEnded(userId) || profiles[browser - 1]?.tables.erasures !== 0) return false;
    // A delete that arrived meanwhile found nothing, and the item was there again with the right to it.
    if (watch.server.wasHidden(row.uuid, userId)) return false;
    const byUuid = new Map(rows.map((one) => [one.uuid, one]));
    for (let one: ItemRow | undefined = row; one !== undefined;) {
      const isMoved = this.#eventLog.actionsOn(one.uuid).some(({ kind }) => kind === 'move');
      if (one.user_id !== userId || isMoved) return false;
      one = byUuid.get(one.parent_uuid ?? '');
    }
    return true;
  }
}

function isDelete({ kind }: Action): boolean {
  return kind === 'delete';
}

function isBack({ kind, state }: Action): boolean {
  return bringingBack.includes(kind) && state !== 'refused';
}
