import { err, instantOf, nextAbove, nextGuestId, nextLocalId, ok } from '@foray/domain';
import type { LinkedItem, Person, Result } from '@foray/domain';
import { ownerIdOf } from './sync-context.ts';
import type { SyncContext } from './sync-context.ts';
import type { SyncLogEvent, SyncLogFacts } from './sync-log.ts';
import { withLocalId } from './local-item.ts';
import type { LocalItem } from './local-item.ts';
import type { DeviceCounters } from './meta.ts';
import { shiftInstant } from './operation.ts';
import type { LocalChange, StoreFailure, WriteTransaction } from './ports.ts';
import type { QueuedRequest } from './queued-request.ts';
import { maxCounted } from './readable-row.ts';

/** More writes than ever occur between two that stamp a row: writes of the queue, of cursors, of erasures. */
const maxUnstampedWrites = 1_000_000;

/** Counters greater than all stored numbers, for a store whose counters are missing or unreadable. */
async function countersOf(tx: WriteTransaction, nowMs: number): Promise<DeviceCounters> {
  const [items, ids] = await Promise.all([tx.allItems(), tx.itemIds()]);
  const stamped = items.reduce((most, { _localVersion }) => Math.max(most, _localVersion), 0);
  // Other tabs have received writes that stamped no row, and would treat lower numbers as old writes. Numbers
  // beyond the stamps may be lost too; the current time is greater than all of them.
  const localSeq = stamped === 0 ? 0 : Math.max(stamped + maxUnstampedWrites, Math.floor(nowMs));
  // Unreadable rows count, too: a new item must not take their place. Damaged ids may have any value.
  const isLocalId = (id: number): boolean => Number.isSafeInteger(id) && id < maxCounted;
  const lastLocalId = ids.reduce((most, id) => (isLocalId(id) ? Math.max(most, id) : most), 0);
  return { localSeq, queueSeq: 0, lastLocalId };
}

/** Runs one write, and publishes its changes to this tab's memory and to other tabs. */
export async function runUnit<T>(
  device: SyncContext,
  work: (unit: UnitOfWork) => Promise<T>,
  durability: 'write' | 'writeBulk',
) {
  const written = await device.store[durability](async (tx) => {
    const unit = await UnitOfWork.open(tx, device);
    const value = await work(unit);
    return { value, change: await unit.finish(), notes: unit.notes };
  });
  if (written.ok && written.value.change !== null) device.changes.publish(written.value.change);
  return written;
}

/** As `runUnit`, durable when it resolves. */
export async function writeUnit<T>(
  device: SyncContext,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<Result<T, StoreFailure>> {
  const written = await runUnit(device, work, 'write');
  return written.ok ? ok(written.value.value) : written;
}

/** As `writeUnit`, for work that returns the reason why it changed nothing, or null. */
export async function tryUnit<E>(
  device: SyncContext,
  work: (unit: UnitOfWork) => Promise<E | null>,
): Promise<Result<void, E | StoreFailure>> {
  const written = await writeUnit(device, work);
  if (!written.ok) return written;
  return written.value === null ? ok(undefined) : err(written.value);
}

/**
 * One write while it is being decided: reads go through it and see its changes so far; rows are written once
 * at its end, all stamped with the write's localSeq.
 */
export class UnitOfWork {
  readonly tx: WriteTransaction;
  readonly device: SyncContext;
  /** The account's user, 0 for the guest. */
  readonly userId: number;
  /** Server time minus this device's; null if never measured. */
  readonly offsetMs: number | null;
  readonly #items = new Map<string, LocalItem | undefined>();
  readonly #dirty = new Set<string>();
  readonly #erased = new Map<string, number>();
  readonly #rekeyed: { uuid: string; oldId: number; id: number }[] = [];
  readonly #users: Person[] = [];
  /** Decisions for the flight recorder, kept once the write succeeds. */
  readonly notes: { readonly event: SyncLogEvent; readonly facts: SyncLogFacts }[] = [];
  #counters: DeviceCounters;
  #hasQueueChanged = false;
  #inboxChanged = false;
  /** For an action: when the user acted, on this device's clock; other writes may have come first. */
  actedMs: number | null = null;

  private constructor(
    tx: WriteTransaction,
    device: SyncContext,
    counters: DeviceCounters,
    offsetMs: number | null,
  ) {
    this.tx = tx;
    this.device = device;
    this.userId = ownerIdOf(device.account);
    this.offsetMs = offsetMs;
    this.#counters = { ...counters, localSeq: counters.localSeq + 1 };
  }

  /** Begins a write in `tx`; it costs three small reads. */
  static async open(tx: WriteTransaction, device: SyncContext): Promise<UnitOfWork> {
    const [counters, clock, taken] = await Promise.all([
      tx.meta('counters', 'device'),
      tx.meta('clock', 'server'),
      tx.lastQueueSeq(),
    ]);
    const known = counters ?? (await countersOf(tx, device.clock.nowMs()));
    // The counter also exceeds the place of a damaged request, so that no place is assigned twice.
    const queueSeq = Math.max(known.queueSeq, taken);
    return new UnitOfWork(tx, device, { ...known, queueSeq }, clock?.offsetMs ?? null);
  }

  /** Records a decision of this write for the flight recorder. */
  note(event: SyncLogEvent, facts: SyncLogFacts): void {
    this.notes.push({ event, facts });
  }

  /** The stamp of this write. */
  get localSeq(): number {
    return this.#counters.localSeq;
  }

  /** The seq of the newest request ever queued here. */
  get lastQueueSeq(): number {
    return this.#counters.queueSeq;
  }

  /** The current time on this device's clock; for an action, the time of the action. */
  deviceNow(): string {
    return instantOf(this.actedMs ?? this.device.clock.nowMs());
  }

  /** As `deviceNow`, in server time, as far as this device knows it. */
  serverNow(): string {
    return shiftInstant(this.deviceNow(), this.offsetMs ?? 0);
  }

  /** The id of a new local item. */
  takeLocalId(): number {
    const { lastLocalId } = this.#counters;
    const id =
      this.device.account.kind === 'guest'
        ? nextGuestId(lastLocalId)
        : nextLocalId(this.device.clock.nowMs(), lastLocalId);
    this.#counters = { ...this.#counters, lastLocalId: id };
    return id;
  }

  /** The place of a new request in the queue. */
  takeQueueSeq(): number {
    this.#counters = { ...this.#counters, queueSeq: this.#counters.queueSeq + 1 };
    return this.#counters.queueSeq;
  }

  async item(uuid: string): Promise<LocalItem | undefined> {
    if (this.#items.has(uuid)) return this.#items.get(uuid);
    const row = await this.tx.itemByUuid(uuid);
    this.#items.set(uuid, row);
    return row;
  }

  /** Whether `item` returns without reading. */
  knows(uuid: string): boolean {
    return this.#items.has(uuid);
  }

  /** Caches rows that were read in bulk, so that `item` returns without reading. */
  cache(rows: readonly LocalItem[], absentUuids: readonly string[] = []): void {
    for (const row of rows) if (!this.#items.has(row.uuid)) this.#items.set(row.uuid, row);
    for (const uuid of absentUuids) if (!this.#items.has(uuid)) this.#items.set(uuid, undefined);
  }

  /** Reads rows in bulk, so that `item` returns without reading. */
  async cacheByUuid(uuids: readonly string[]): Promise<void> {
    const rows = await this.tx.itemsByUuid(uuids);
    this.cache(
      rows.filter((row) => row !== undefined),
      uuids.filter((_, at) => rows[at] === undefined),
    );
  }

  /** The rows that this write has read or changed so far. */
  cached(): readonly LocalItem[] {
    return [...this.#items.values()].filter((row) => row !== undefined);
  }

  /** All rows below the item, locally deleted ones included, as this write has them. */
  async children(uuid: string): Promise<readonly LocalItem[]> {
    return (await this.families([uuid])).get(uuid) ?? [];
  }

  /** As `children` for many items, whose rows are read at once. */
  async families(uuids: readonly string[]): Promise<ReadonlyMap<string, readonly LocalItem[]>> {
    const stored = await Promise.all(uuids.map((uuid) => this.tx.childrenOf(uuid)));
    for (const rows of stored) this.cache(rows);
    const families = new Map<string, LocalItem[]>(uuids.map((uuid) => [uuid, []]));
    for (const row of this.#items.values()) {
      if (row?.parent_uuid != null) families.get(row.parent_uuid)?.push(row);
    }
    return families;
  }

  /** The ancestors of an item as far as they are on this device, nearest first. */
  async ancestors(item: LinkedItem): Promise<readonly LocalItem[]> {
    const ancestors: LocalItem[] = [];
    for (;;) {
      const next = nextAbove([item, ...ancestors]);
      const above = next === null ? undefined : await this.item(next);
      if (above === undefined) return ancestors;
      ancestors.push(above);
    }
  }

  /**
   * An item and everything below it, each once, including locally deleted rows, parents before their
   * children. The rows of a level are read at once.
   */
  async family(top: LocalItem): Promise<readonly LocalItem[]> {
    const family = new Map([[top.uuid, top]]);
    for (let level = [top]; level.length > 0;) {
      const parents = level.filter(({ type }) => type !== 'todo').map(({ uuid }) => uuid);
      const children = parents.length === 0 ? [] : [...(await this.families(parents)).values()];
      level = children.flat().filter(({ uuid }) => !family.has(uuid));
      for (const row of level) family.set(row.uuid, row);
    }
    return [...family.values()];
  }

  /** Sets the row that is written at the end, replacing the one with the same uuid. */
  put(row: LocalItem): void {
    const before = this.#items.get(row.uuid);
    if (before !== undefined && before.id !== row.id) {
      if (!this.#erased.has(row.uuid)) this.#erased.set(row.uuid, before.id);
      this.#rekeyed.push({ uuid: row.uuid, oldId: before.id, id: row.id });
    }
    this.#items.set(row.uuid, withLocalId(row, before));
    this.#dirty.add(row.uuid);
  }

  /** Removes the row from the device. */
  remove(row: LocalItem): void {
    if (!this.#erased.has(row.uuid)) this.#erased.set(row.uuid, row.id);
    this.#items.set(row.uuid, undefined);
    this.#dirty.add(row.uuid);
  }

  async putRequest(request: QueuedRequest): Promise<void> {
    this.#hasQueueChanged = true;
    await this.tx.putRequest(request);
  }

  async dropRequest(id: string): Promise<void> {
    this.#hasQueueChanged = true;
    await this.tx.deleteRequest(id);
  }

  /** Records a change that is counted but changes no row of items: conflicts. */
  touchQueue(): void {
    this.#hasQueueChanged = true;
  }

  /** Records that mutual contacts or notifications changed. */
  touchInbox(): void {
    this.#inboxChanged = true;
  }

  async putUsers(users: readonly Person[]): Promise<void> {
    this.#users.push(...users);
    await Promise.all(users.map((user) => this.tx.put('users', user)));
  }

  /** Writes everything; null if there was nothing to write. It must be the last call of the transaction. */
  async finish(): Promise<LocalChange | null> {
    const isQuiet = !this.#hasQueueChanged && !this.#inboxChanged;
    if (this.#dirty.size === 0 && this.#users.length === 0 && isQuiet) return null;
    const rows: LocalItem[] = [];
    const goneUuids: string[] = [];
    for (const uuid of this.#dirty) {
      const row = this.#items.get(uuid);
      if (row === undefined) goneUuids.push(uuid);
      else rows.push({ ...row, _localVersion: this.localSeq });
    }
    await Promise.all([
      ...[...this.#erased.values()].map((id) => this.tx.deleteItem(id)),
      this.tx.putItems(rows),
      this.tx.putMeta('counters', 'device', this.#counters),
    ]);
    return {
      localSeq: this.localSeq,
      rows,
      goneUuids,
      rekeyed: this.#rekeyed,
      users: this.#users,
      hasQueueChanged: this.#hasQueueChanged,
      ...(this.#inboxChanged && { inboxChanged: true as const }),
    };
  }
}
