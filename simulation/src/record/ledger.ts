import { type ActivityRow, type ItemRow, readableIn } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import { Breach } from './broken.ts';
import type { Commit } from './commits.ts';
import type { Action, EventLog } from './event-log.ts';
import { type ChangedField, changedFields, isUnlikeOthers, type Value } from './fields.ts';
import type { Household } from '../story/profile.ts';
import { type SentChange, SentChanges } from './sent-changes.ts';
import { hasReplaced, type SimulatedVersion, valuesBelow } from './versions.ts';

/** The parts of the world that the ledger and the watch of imports use. */
export interface LedgerPorts {
  readonly eventLog: EventLog;
  /** The browser of the profile with that number. */
  readonly householdOf: (number: number) => Household | undefined;
  readonly fail: (error: unknown) => void;
  /**
   * Whether somebody is deleting their account: that does not count as an edit of the items assigned to them.
   */
  readonly isEnding: (userId: number) => boolean;
}

/**
 * Checks which value overwrote which (I18), like Elle: the ledger knows what the writer of each change on the
 * server had seen. Texts and dates are unique and so identify their writer; for chosen or empty values the
 * request of the commit does. Runs after every commit, since two commits between two checks could hide a
 * value.
 */
export class Ledger {
  readonly #ports: LedgerPorts;
  readonly #rows = new Map<string, ItemRow>();
  readonly #histories = new Map<string, SimulatedVersion[]>();
  readonly sent: SentChanges;

  constructor(ports: LedgerPorts) {
    this.#ports = ports;
    this.sent = new SentChanges(ports.eventLog);
  }

  /** Looks at what a commit has changed. */
  look({ store, entries }: Commit): void {
    for (const entry of entries) this.#checkVersion(entry, store);
    this.#checkRestore(entries, store);
    const effects = this.sent.takeEffects(store);
    for (const row of store.rows('items')) {
      const before = this.#rows.get(row.uuid);
      if (before === row) continue;
      this.#rows.set(row.uuid, row);
      // A copy of an occurrence has the values of its item: nobody writes in it.
      if (row.occurrence_of !== null) continue;
      const sent = effects.get(row.uuid);
      for (const field of changedFields) {
        if (row.deleted_at !== null) this.#noteDelete(row.uuid, field);
        if (before?.[field] === row[field]) continue;
        const writer = isLedTo(row, field, entries) ? undefined : this.#writerOf(row, field, sent);
        this.#note(row, field, writer);
        if (before === undefined || writer === undefined) continue;
        // The values of a deleted item are erased after its time.
        if (row.deleted_at !== null && row[field] === null) continue;
        this.#check({ before, after: row, field, writer, sent }, entries);
      }
    }
  }

  /** A backup replaced everything: its values count as the last ones seen. */
  lookAgain(store: MemoryStore): void {
    this.#rows.clear();
    for (const row of store.rows('items')) {
      this.#rows.set(row.uuid, row);
      for (const field of changedFields) this.#note(row, field, this.#writerOf(row, field), true);
    }
  }

  /** A person's change makes a new version: changes that others based on the former one cause a conflict. */
  #checkVersion(entry: ActivityRow, store: MemoryStore): void {
    const { item_id, automatic, metadata, user_id } = entry;
    const after = store.row('items', item_id);
    const before = after === undefined ? undefined : this.#rows.get(after.uuid);
    if (after === undefined || before === undefined || automatic) return;
    if (Object.keys(metadata).join() === 'labels') return this.#checkLabelled(before, after);
    if (metadata['assigned_to']?.old === user_id && this.#ports.isEnding(user_id)) return;
    if (after.version > before.version) return;
    const what = `${after.uuid} is ${entry.action} and stays of version ${after.version}`;
    this.#ports.fail(new Breach('I18', what));
  }

  /** Changes of labels cause no conflict. */
  #checkLabelled(before: ItemRow, after: ItemRow): void {
    if (after.version === before.version && after.updated_at === before.updated_at) return;
    this.#ports.fail(new Breach('I20', `labels make ${after.uuid} look changed`));
  }

  /** A restore restores exactly the items of one delete. */
  #checkRestore(entries: readonly ActivityRow[], store: MemoryStore): void {
    const restored = entries.filter(({ action }) => action === 'restored');
    const deletes = new Set<string | null>();
    for (const { item_id } of restored) {
      const before = this.#rows.get(store.row('items', item_id)?.uuid ?? '');
      if (before !== undefined) deletes.add(before.deleted_op);
    }
    if (deletes.size < 2) return;
    const what = [...deletes].join(' and ');
    this.#ports.fail(new Breach('I8', `one restore undoes what the deletes ${what} took`));
  }

  /** The writer of an item's value in a field; undefined if it rolled up, or is unknown. */
  #writerOf(row: ItemRow, field: ChangedField, sent?: SentChange): Action | undefined {
    const { eventLog, householdOf } = this.#ports;
    const value = row[field];
    if (isUnlikeOthers(field, value)) {
      const home = sent === undefined ? null : householdOf(sent.browser);
      return eventLog.writerOf(value, Infinity, (browser) => householdOf(browser) === home);
    }
    if (sent?.writes[field] !== value) return undefined;
    return this.#chooserOf(row.uuid, field, value, sent.actions, sent.browser);
  }

  /** The person who chose a value last before that action, in that browser or in any. */
  #chooserOf(
    uuid: string,
    field: ChangedField,
    value: Value,
    before: number,
    browser?: number,
  ): Action | undefined {
    const { eventLog, householdOf } = this.#ports;
    return eventLog
      .actionsOn(uuid)
      .findLast(
        (action) =>
          action.order < before &&
          action.state !== 'refused' &&
          action.writes[field] === value &&
          (browser === undefined || householdOf(action.browser) === householdOf(browser)),
      );
  }

  #note(row: ItemRow, field: ChangedField, writer: Action | undefined, isFromBackup = false): void {
    const key = `${row.uuid} ${field}`;
    const history = this.#histories.get(key) ?? [];
    this.#histories.set(key, history);
    const sinceMs = Date.parse(row.updated_at);
    const { length: actions } = this.#ports.eventLog.actions;
    history.push({ value: row[field], writer, sinceMs, actions, isFromBackup, isDeleted: false });
  }

  #noteDelete(uuid: string, field: ChangedField): void {
    const last = this.#histories.get(`${uuid} ${field}`)?.at(-1);
    if (last !== undefined) last.isDeleted = true;
  }

  #check(change: Change, entries: readonly ActivityRow[]): void {
    const { before, after, field } = change;
    const why = this.#whyLost(change);
    const what = `${field} "${before[field]}" of ${after.uuid} is replaced by "${after[field]}"`;
    if (why !== null) this.#ports.fail(new Breach('I18', `${what}: ${why}`));
    // The simulation's log has more: this entry must be in the product's log.
    const isKept = readableIn(entries).some(({ item_id, metadata }) => {
      const old = field === 'parent_uuid' ? before.parent_id : before[field];
      const kept = metadata[field === 'parent_uuid' ? 'parent_id' : field];
      return item_id === after.id && kept !== undefined && kept.old === old;
    });
    if (!isKept) this.#ports.fail(new Breach('I18', `${what}, and no record keeps it`));
  }

  /** The reason why that writer may not replace a value; null if they may. */
  #whyLost({ before, after, field, writer, sent }: Change): string | null {
    const { uuid } = after;
    const [old, now] = [before[field], after[field]];
    const { eventLog, householdOf } = this.#ports;
    // A person who keeps their own side of a conflict may send a value that another of their devices wrote.
    const home = householdOf(sent?.browser ?? writer.browser);
    const isHome = ({ browser }: Action): boolean => householdOf(browser) === home;
    if (this.#hasSeen(writer, uuid, field, old)) return null;
    const history = this.#histories.get(`${uuid} ${field}`) ?? [];
    const oldSince = history.at(-2)?.actions ?? 0;
    const own = eventLog.actionsOn(uuid).filter(isHome);
    const chosenBefore = own.findLast(
      ({ order, state, writes }) =>
        order < writer.order && state !== 'refused' && writes[field] !== undefined,
    );
    // A user who chooses the same value again, with the old value displayed, replaces nothing else.
    const isChosenAgain =
      chosenBefore?.writes[field] === now &&
      chosenBefore.order >= oldSince &&
      this.#hasSeen(chosenBefore, uuid, field, old);
    if (isChosenAgain) return null;
    const author = history.at(-2)?.writer;
    if (author === undefined || isHome(author)) return null;
    const isNamed = isUnlikeOthers(field, old);
    // A value that has rightly replaced it does so again after a restored backup contained the old one.
    if (isNamed && hasReplaced(history.slice(0, -1), now, old)) return null;
    const seenAt = history.findLastIndex(({ value }) => value === writer.seen[field]);
    const basedAt = isNamed
      ? -1
      : history.findLastIndex(
          ({ value, actions }) => value === writer.based[field] && actions <= writer.order,
        );
    // A value that returns is not new to a device.
    const oldAt = history.findIndex(({ value }, at) => value === old && at > basedAt);
    if (isNamed && oldAt < seenAt) return null;
    // Others changed it and reverted it: it is the value that the change was based on.
    if (oldAt >= 0 && history[basedAt]?.value === old) return null;
    // A user who restores an item has seen that it was deleted, and the user who deleted it has
    // seen its values.
    const isDeleted = history.slice(Math.max(oldAt, 0)).some((version) => version.isDeleted);
    const isDecided = own.some(
      ({ kind, state, saw, sawDelete }) =>
        state !== 'refused' &&
        (saw[field] === old || (isDeleted && (sawDelete || kind === 'restore'))),
    );
    if (isDecided) return null;
    // A change that is sent in several requests is one change, and the last of them says the same.
    const last = own.findLast(
      ({ order, state, writes }) =>
        writes[field] !== undefined && state !== 'refused' && order < (sent?.actions ?? 0),
    );
    if (last?.writes[field] === old) return null;
    if (field === 'status' && sent?.rolledTo === old) return null;
    const newest = writer.seen[field] ?? 'nothing';
    if (sent?.over[field] !== old) {
      return `its writer saw "${newest}", and the device "${sent?.over[field] ?? 'nothing'}"`;
    }
    // A later change in the same queue replaces it as soon as that change is sent.
    const isNext = ({ browser, order, writes, isUndo }: Action): boolean =>
      browser === sent.browser && order > writer.order && !isUndo && writes[field] !== undefined;
    // The later of two changes of a field wins; a clock that was wrong may have erred.
    const sinceMs = history[oldAt]?.sinceMs ?? 0;
    // A value that has replaced it there already may be changed again, and again.
    const below = valuesBelow(writer, field, own);
    const isLater = own.some(
      (action) =>
        isChange(action) &&
        action.order < sent.actions &&
        (action.writes[field] === now || isNext(action) || below.has(action)) &&
        action.based[field] !== old &&
        action.actedMs >= sinceMs,
    );
    // An undo causes a conflict however late it is.
    if (!writer.isUndo && (isLater || home?.hasClockJumped === true)) return null;
    return `its writer saw "${newest}", and it was not changed there after "${old}" was written`;
  }

  /**
   * Also indirectly, through a later value: a person who sees a value counts as having seen what its writer
   * had seen.
   */
  #hasSeen(writer: Action, uuid: string, field: ChangedField, value: Value): boolean {
    for (let at: Action | undefined = writer; at !== undefined;) {
      const seen: Value = at.seen[field] ?? null;
      if (seen === value) return true;
      // A value that a device shows and its server's row does not have was chosen on the device itself.
      const browser: number | undefined =
        (at.based[field] ?? null) === seen ? undefined : at.browser;
      const before: Action | undefined = isUnlikeOthers(field, seen)
        ? this.#ports.eventLog.writerOf(seen, at.order)
        : this.#chooserOf(uuid, field, seen, at.order, browser);
      at = before !== undefined && before.order < at.order ? before : undefined;
    }
    return false;
  }
}

/** A value of an item that is replaced on the server. */
interface Change {
  readonly before: ItemRow;
  readonly after: ItemRow;
  readonly field: ChangedField;
  readonly writer: Action;
  /** The request that replaced it. */
  readonly sent: SentChange | undefined;
}

/**
 * Whether an item moved to its next occurrence with that value; an undo may have written the same
 * value before.
 */
function isLedTo({ id }: ItemRow, field: ChangedField, entries: readonly ActivityRow[]): boolean {
  const last = entries.findLast(({ item_id, metadata }) => item_id === id && field in metadata);
  const occurrence = last?.metadata['occurrence'];
  return occurrence !== undefined && Number(occurrence.new) > Number(occurrence.old);
}

/** Whether an action has changed its items, or may have. */
function isChange({ kind, keep, state }: Action): boolean {
  if (state === 'refused' || (kind === 'resolve' && keep === 'server')) return false;
  return kind !== 'discard' && kind !== 'retry' && kind !== 'leave';
}
