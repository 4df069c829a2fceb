import type { ActivityRow, ItemRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import type { BatchRequest } from '@foray/contract';
import { Broken } from './broken.ts';
import type { Deed, Diary } from './diary.ts';
import { tracedFields, valuesOf, writtenIn } from './fields.ts';
import type { TracedField, Values } from './fields.ts';
import type { Household, Profile } from './profile.ts';

/** A value as the server had it from some commit on. */
interface Version {
  readonly value: string | null;
  /** When people gave the item this value, by the true time. */
  readonly sinceMs: number;
  /** The item was deleted with it. */
  isDeleted: boolean;
}

/** How a value was sent. */
interface Sent {
  readonly browser: number;
  /** What the device had of the field as the server's. */
  readonly over: string | null;
  /** How many deeds had begun by then. */
  readonly deeds: number;
}

/** What the ledger asks of its world. */
export interface LedgerPorts {
  readonly diary: Diary;
  /** The browser that the profile with that number is in. */
  readonly householdOf: (number: number) => Household | undefined;
  readonly fail: (error: unknown) => void;
  /** Whether somebody is deleting their account: what they were assigned to is not edited by that. */
  readonly isEnding: (userId: number) => boolean;
}

/**
 * Who wrote what over what (I18), in the manner of Elle: every value is unlike any other, so that each
 * change on the server names its writer, and what the writer had seen is known. Looked at after every
 * commit, since two commits between two looks could hide a value.
 */
export class Ledger {
  readonly #ports: LedgerPorts;
  readonly #rows = new Map<string, ItemRow>();
  readonly #histories = new Map<string, Version[]>();
  /** By value: how it was sent last. */
  readonly #sent = new Map<string, Sent>();
  #activitySeen = 0;

  constructor(ports: LedgerPorts) {
    this.#ports = ports;
  }

  /** Takes note of what a batch is sent over; before it leaves. */
  noteSent({ tables, number }: Profile, { requests }: BatchRequest): void {
    for (const { id } of requests) {
      const request = tables.requests.get(id);
      if (request?.method !== 'PATCH' || request.itemUuid === null) continue;
      const row = tables.items.get(tables.idOfUuid.get(request.itemUuid) ?? -1);
      const base = valuesOf(row?.base);
      for (const [field, value] of writtenIn((request.data ?? {}) as Values)) {
        const { length: deeds } = this.#ports.diary.deeds;
        this.#sent.set(value, { browser: number, over: base[field] ?? null, deeds });
      }
    }
  }

  /** Looks at what a commit has changed. */
  look(store: MemoryStore): void {
    const entries = this.#newEntries(store);
    for (const entry of entries) this.#checkVersion(entry, store);
    this.#checkRestore(entries, store);
    for (const row of store.rows('items')) {
      const before = this.#rows.get(row.uuid);
      if (before === row) continue;
      this.#rows.set(row.uuid, row);
      for (const field of tracedFields) {
        if (row.deleted_at !== null) this.#noteDelete(row.uuid, field);
        if (before?.[field] === row[field]) continue;
        this.#note(row, field);
        if (before === undefined) continue;
        // The values of a deleted item are erased after its time.
        if (row.deleted_at !== null && row[field] === null) continue;
        this.#judge(before, row, field, entries);
      }
    }
  }

  /** A backup is in place of everything: what it has is what was last seen. */
  lookAgain(store: MemoryStore): void {
    this.#rows.clear();
    this.#activitySeen = [...store.rows('activity')].length;
    for (const row of store.rows('items')) {
      this.#rows.set(row.uuid, row);
      for (const field of tracedFields) this.#note(row, field);
    }
  }

  /** What somebody has changed is of a new version: what others based on the one before is asked about. */
  #checkVersion(entry: ActivityRow, store: MemoryStore): void {
    const { item_id, automatic, metadata, user_id } = entry;
    const after = store.row('items', item_id);
    const before = after === undefined ? undefined : this.#rows.get(after.uuid);
    if (after === undefined || before === undefined || automatic) return;
    if (metadata['assigned_to']?.old === user_id && this.#ports.isEnding(user_id)) return;
    if (after.version > before.version) return;
    const what = `${after.uuid} is ${entry.action} and stays of version ${after.version}`;
    this.#ports.fail(new Broken('I18', what));
  }

  /** A restore brings back what one delete took, and nothing else. */
  #checkRestore(entries: readonly ActivityRow[], store: MemoryStore): void {
    const restored = entries.filter(({ action }) => action === 'restored');
    const deletes = new Set<string | null>();
    for (const { item_id } of restored) {
      const before = this.#rows.get(store.row('items', item_id)?.uuid ?? '');
      if (before !== undefined) deletes.add(before.deleted_op);
    }
    if (deletes.size < 2) return;
    const what = [...deletes].join(' and ');
    this.#ports.fail(new Broken('I8', `one restore brings back what the deletes ${what} took`));
  }

  #newEntries(store: MemoryStore): readonly ActivityRow[] {
    const entries: ActivityRow[] = [];
    let index = 0;
    for (const entry of store.rows('activity')) {
      index += 1;
      if (index > this.#activitySeen) entries.push(entry);
    }
    this.#activitySeen = index;
    return entries;
  }

  #note(row: ItemRow, field: TracedField): void {
    const key = `${row.uuid} ${field}`;
    const value = row[field];
    const history = this.#histories.get(key) ?? [];
    this.#histories.set(key, history);
    history.push({ value, sinceMs: Date.parse(row.updated_at), isDeleted: false });
  }

  #noteDelete(uuid: string, field: TracedField): void {
    const last = this.#histories.get(`${uuid} ${field}`)?.at(-1);
    if (last !== undefined) last.isDeleted = true;
  }

  #judge(
    before: ItemRow,
    after: ItemRow,
    field: TracedField,
    entries: readonly ActivityRow[],
  ): void {
    const [old, now] = [before[field], after[field]];
    const writer = now === null ? undefined : this.#ports.diary.writerOf(now);
    if (old === null || now === null || writer === undefined) return;
    const why = this.#whyLost(writer, after.uuid, field, { old, now });
    const what = `${field} "${old}" of ${after.uuid} is replaced by "${now}"`;
    if (why !== null) this.#ports.fail(new Broken('I18', `${what}: ${why}`));
    const isKept = entries.some(
      ({ item_id, metadata }) => item_id === after.id && metadata[field]?.old === old,
    );
    if (!isKept) this.#ports.fail(new Broken('I18', `${what}, and no record keeps it`));
  }

  /** Why a value may not be replaced by that writer; null if it may. */
  #whyLost(
    writer: Deed,
    uuid: string,
    field: TracedField,
    { old, now }: { readonly old: string; readonly now: string },
  ): string | null {
    const { diary, householdOf } = this.#ports;
    const sent = this.#sent.get(now);
    // Whoever keeps their own side of a conflict may send what another of their devices wrote.
    const home = householdOf(sent?.browser ?? writer.browser);
    const isHome = ({ browser }: Deed): boolean => householdOf(browser) === home;
    if (this.#hasSeen(writer, field, old)) return null;
    const author = diary.writerOf(old);
    if (author === undefined || isHome(author)) return null;
    const history = this.#histories.get(`${uuid} ${field}`) ?? [];
    // What has replaced it rightly does so again where a restored backup had brought it back.
    const isAgain = history
      .slice(0, -1)
      .some(({ value }, at) => value === now && history[at - 1]?.value === old);
    if (isAgain) return null;
    const seenAt = history.findLastIndex(({ value }) => value === writer.seen[field]);
    const oldAt = history.findIndex(({ value }) => value === old);
    if (oldAt < seenAt) return null;
    const own = diary.deedsOn(uuid).filter(isHome);
    // Whoever brings back what was deleted has seen that it was, and the deleter what there was.
    const isDeleted = history.slice(Math.max(oldAt, 0)).some((version) => version.isDeleted);
    const isDecided = own.some(
      ({ kind, state, saw, sawDelete }) =>
        state !== 'refused' &&
        (saw[field] === old || (isDeleted && (sawDelete || kind === 'restore'))),
    );
    if (isDecided) return null;
    const newest = writer.seen[field] ?? 'nothing';
    if (sent?.over !== old) {
      return `its writer saw "${newest}", and the device "${sent?.over ?? 'nothing'}"`;
    }
    // Of two changes the later one stands, of an item as a whole; a clock that was wrong may have erred.
    const sinceMs = history[oldAt]?.sinceMs ?? 0;
    const isLater = own.some(
      (deed) =>
        isChange(deed) &&
        deed.order < sent.deeds &&
        deed.based[field] !== old &&
        deed.untilMs >= sinceMs,
    );
    if (isLater || home?.hasClockJumped === true) return null;
    return `its writer saw "${newest}", and nothing was changed there after "${old}" was written`;
  }

  /** Also by way of what stands for it: whoever sees a value sees what its writer had seen. */
  #hasSeen(writer: Deed, field: TracedField, value: string): boolean {
    for (let at: Deed | undefined = writer; at !== undefined;) {
      const seen: string | null = at.seen[field] ?? null;
      if (seen === value) return true;
      const before: Deed | undefined = seen === null ? undefined : this.#ports.diary.writerOf(seen);
      at = before !== undefined && before.order < at.order ? before : undefined;
    }
    return false;
  }
}

/** Whether a deed has changed its items, or may have. */
function isChange({ kind, keep, state }: Deed): boolean {
  if (state === 'refused' || (kind === 'resolve' && keep === 'server')) return false;
  return kind !== 'discard' && kind !== 'retry' && kind !== 'leave';
}
