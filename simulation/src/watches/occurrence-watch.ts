import type { ItemRow } from '@foray/authority';
import { isRepeating, lastItemDay, timesLeft } from '@foray/domain';
import { Breach } from '../record/broken.ts';
import type { Census } from '../record/census.ts';
import type { Commit } from '../record/commits.ts';
import type { Action } from '../record/event-log.ts';
import { isGivenUp, noteMeeting, type AtRest } from './label-watch.ts';
import type { LedgerPorts } from '../record/ledger.ts';

/**
 * Copies of occurrences: one for each occurrence that somebody completed, never two (I3), and none without a
 * completion. A copy is removed when somebody undoes its completion, when newer ones exceed the limit, or
 * with an account. Once everything has settled, every completion that the app confirmed has its copy (I1). An
 * item's occurrence number increases only by completing and skipping, and each time one more counts as done.
 * Only the last occurrence, of its COUNT or of the dates that items can have, completes the item itself.
 */
export class OccurrenceWatch {
  readonly #ports: Pick<LedgerPorts, 'eventLog' | 'fail' | 'isEnding'>;
  readonly #census: Census;
  /** The last occurrences, which completed their items themselves, as item and number. */
  readonly #last = new Set<string>();

  constructor(ports: Pick<LedgerPorts, 'eventLog' | 'fail' | 'isEnding'>, census: Census) {
    this.#ports = ports;
    this.#census = census;
  }

  /** Checks what a commit has changed. */
  look({ store, before }: Commit): void {
    const copies = new Map<string, ItemRow>();
    for (const row of store.rows('items')) {
      const former = before.get(row.id);
      const { occurrence_of: of, occurrence: n } = row;
      if (of === null && row.status === 'completed') this.#last.add(`${row.uuid} ${n}`);
      if (of !== null) {
        const key = `${of} ${n}`;
        if (copies.has(key)) this.#broken('I3', `occurrence ${n} of ${of} has two copies`);
        copies.set(key, row);
        if (former !== undefined && isTakenAway(former, row)) this.#checkTaken(row, store, before);
      }
      if (former === row || row.deleted_at !== null) continue;
      if (former !== undefined && isEnded(former, row)) this.#checkEnd(former);
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
        this.#checkNext(former, row);
      } else if (former !== undefined && isMovedByHand(former, row)) this.#checkDay(former, row);
    }
    this.#count(store, before, copies);
  }

  /** Only the last occurrence completes the item itself. */
  #checkEnd(before: ItemRow): void {
    if (timesLeft(before) === 1) this.#census.note('occurrence', 'the last');
    else if (!isNearLastDay(before)) {
      this.#broken('I3', `${before.uuid} repeats, and is completed itself`);
    }
  }

  /** The next date is after the date and the day by the rule that the item had, and one more is done. */
  #checkNext(before: ItemRow, after: ItemRow): void {
    const passed = [before.due_date ?? '', before.occurrence_day ?? ''].toSorted().at(-1) ?? '';
    const isAfter = (after.due_date ?? '') > passed && after.occurrence_day === null;
    if (!isAfter) this.#broken('I3', `${after.uuid} returns to ${after.due_date} after ${passed}`);
    if (before.occurrence_day !== null) this.#census.note('occurrence', 'ended on a moved date');
    const isPast = (before.due_date ?? '') < after.updated_at;
    this.#census.note('occurrence', isPast ? 'ended after its date' : 'ended before its date');
    const done = (before.repeat_done ?? 0) + 1;
    if (after.repeat_done !== done) {
      this.#broken('I3', `${after.uuid} counts ${after.repeat_done} as done, not ${done}`);
    }
  }

  /** An occurrence whose date was moved keeps the day that it has by its rule. */
  #checkDay(before: ItemRow, after: ItemRow): void {
    const day = before.occurrence_day ?? before.due_date;
    const kept = after.occurrence_day ?? after.due_date;
    if (kept !== day) this.#broken('I3', `${after.uuid} loses its day ${day} for ${kept}`);
    this.#census.note('occurrence', 'moved by hand');
  }

  /**
   * A copy is removed by itself if somebody undid its completion or deleted it, or if a newer one took its
   * place.
   */
  #checkTaken(
    { uuid, occurrence_of: of, occurrence: n, root_id }: ItemRow,
    store: Commit['store'],
    before: Commit['before'],
  ): void {
    if (this.#actsOn(of ?? '', n, 'undo').length > 0) return;
    const isDeleted = this.#ports.eventLog.actionsOn(uuid).some(({ kind }) => kind === 'delete');
    if (isDeleted) return;
    const copies = [...store.rows('items')].filter((row) => row.occurrence_of === of);
    const isNewest = !copies.some((row) => row.occurrence > n && row.deleted_at === null);
    // A late copy, as after a restore, may exceed the limit itself and remove older ones with it.
    const isOneMade = copies.some((row) => {
      const former = before.get(row.id);
      return former !== row && former?.deleted_at !== null;
    });
    const isReplaced = !isNewest && isOneMade;
    const root = before.get(root_id);
    if (isReplaced || (root !== undefined && this.#ports.isEnding(root.user_id))) return;
    this.#broken('I1', `${uuid}, the copy ${n} of ${of}, is taken away`);
  }

  /**
   * Counts outcomes of occurrences: where people share one, and where others moved the date that somebody
   * saw.
   */
  #count(
    store: Commit['store'],
    before: Commit['before'],
    copies: ReadonlyMap<string, ItemRow>,
  ): void {
    for (const row of store.rows('items')) {
      const former = before.get(row.id);
      const { uuid, occurrence_of: of, occurrence: n } = row;
      if (former === row || row.deleted_at !== null) continue;
      if (of !== null && former?.deleted_at === null) continue;
      if (of !== null) {
        const isLate = [...store.rows('items')].some(
          (item) => item.uuid === of && before.get(item.id)?.occurrence !== n,
        );
        this.#census.note('occurrence', isLate ? 'completed late' : 'completed');
      } else if (former !== undefined && n < former.occurrence) {
        this.#census.note('occurrence', 'undone');
      } else if (former !== undefined && n > former.occurrence) {
        const seen = this.#actsOn(uuid, former.occurrence, 'complete').map(
          ({ based }) => based.due_date,
        );
        if (!copies.has(`${uuid} ${former.occurrence}`)) this.#census.note('occurrence', 'skipped');
        const isMoved = seen.some((date) => date !== undefined && date !== former.due_date);
        if (isMoved) this.#census.note('occurrence', 'of a moved date');
      }
    }
  }

  /** A confirmed completion has a copy, even one that was removed since, or completed the last occurrence. */
  checkAtRest(world: AtRest): void {
    const rows = [...world.server.store.rows('items')];
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    const copies = new Set(rows.map(({ occurrence_of: of, occurrence }) => `${of} ${occurrence}`));
    for (const { occurrence_of: of, occurrence: n } of rows) {
      if (of === null) continue;
      const done = this.#actsOn(of, n, 'complete').filter(({ state }) => state === 'confirmed');
      noteMeeting(this.#census, 'occurrence', 'completed by', done);
    }
    for (const action of this.#ports.eventLog.actions) {
      const { occurrence, uuids, state } = action;
      const item = byUuid.get(uuids[0] ?? '');
      if (occurrence?.act !== 'complete' || state !== 'confirmed' || item === undefined) continue;
      const key = `${item.uuid} ${occurrence.n}`;
      // The last occurrence may have been reopened since, by a person or a child.
      if (copies.has(key) || this.#last.has(key)) continue;
      const isUndone = this.#isMeant(item.uuid, occurrence.n, ['undo']);
      if (isUndone || item.deleted_at !== null || this.#isSkippedThere(action)) continue;
      if (isGivenUp(this.#ports.eventLog, world, action, item)) continue;
      if (this.#isDroppedWithCopy(world, action)) continue;
      this.#broken('I1', `the completion ${occurrence.n} of ${item.uuid} is lost`);
    }
  }

  /**
   * Whether a tab of the release 0.2.0 has dropped the completion, so that the item was open again, and its person
   * deleted the copy, from which it would have been repeated.
   */
  #isDroppedWithCopy({ profiles }: AtRest, { browser, uuids }: Action): boolean {
    const { droppedByEarlierTab: dropped } = profiles[browser - 1] ?? {};
    if (dropped === undefined || dropped.size === 0) return false;
    return this.#ports.eventLog
      .actionsOn(uuids[1] ?? '')
      .some((one) => one.browser === browser && one.kind === 'delete' && one.state !== 'refused');
  }

  /** Whether an occurrence was skipped on the same device before, which the completion of a last one leaves so. */
  #isSkippedThere({ browser, order, uuids, occurrence }: Action): boolean {
    return this.#ports.eventLog
      .actionsOn(uuids[0] ?? '')
      .some(
        (one) =>
          one.browser === browser &&
          one.order < order &&
          isAbout(one, occurrence?.n ?? 0, ['skip']),
      );
  }

  /** The actions of this kind on an occurrence of an item, by its number. */
  #actsOn(uuid: string, n: number, act: 'complete' | 'undo'): readonly Action[] {
    const actions = this.#ports.eventLog.actionsOn(uuid);
    return actions.filter((action) => isAbout(action, n, [act]));
  }

  #isMeant(uuid: string, n: number, acts: readonly string[]): boolean {
    return this.#ports.eventLog
      .actionsOn(uuid)
      .some((action) => isAbout(action, n, acts) || action.writes.status === 'completed');
  }

  #broken(invariant: 'I1' | 'I3', what: string): void {
    this.#ports.fail(new Breach(invariant, what));
  }
}

/** Whether a copy was removed by itself, and not with its item. */
function isTakenAway(before: ItemRow, after: ItemRow): boolean {
  const isAlone = after.deleted_op?.startsWith(`${after.id}:`) === true;
  return before.deleted_at === null && (isAlone || after.title === '');
}

function isMovedByHand(before: ItemRow, after: ItemRow): boolean {
  const isSameRule = before.repeat === after.repeat && before.occurrence === after.occurrence;
  return isSameRule && isRepeating(after) && before.due_date !== after.due_date;
}

/** Whether the next date of an item, 20 years later by the rules of the stories, is beyond the last. */
function isNearLastDay({ due_date: due, occurrence_day: day }: ItemRow): boolean {
  const lastPassed = `${Number(lastItemDay.slice(0, 4)) - 20}${lastItemDay.slice(4)}`;
  return (due ?? '') > lastPassed || (day ?? '') > lastPassed;
}

function isEnded(before: ItemRow, after: ItemRow): boolean {
  const isOver = before.status !== 'completed' && after.status === 'completed';
  return isOver && isRepeating(before) && isRepeating(after);
}

function isAbout({ occurrence, state }: Action, n: number, acts: readonly string[]): boolean {
  return occurrence?.n === n && acts.includes(occurrence.act) && state !== 'refused';
}
