import { firstPersonId } from '@foray/domain';
import type { ItemRow } from '@foray/authority';
import type { MemoryStore } from '@foray/authority/testing';
import type { ImportPlan } from '@foray/sync';
import { Breach } from '../record/broken.ts';
import type { Commit } from '../record/commits.ts';
import type { LedgerPorts } from '../record/ledger.ts';
import type { Household } from '../story/profile.ts';
import { partedFrom } from '../record/rights.ts';

type Planned = ImportPlan['fresh'][number];

/** The owners of imported items. */
interface ImportOwners {
  /** The account that received a guest's import on a browser; undefined while it is still the guest's. */
  readonly ownerOf: (browser: Household, uuid: string) => number | undefined;
  /** Whether somebody's account was deleted. */
  readonly hasEnded: (userId: number) => boolean;
}

/**
 * Imported items have the values of the file: their own times, each item once, without notifications and
 * roll-up; an item in another user's tree is not an import, even if its request says so (I22). Checked in the
 * commit that inserts an item, since users may change it afterwards.
 */
export class ImportWatch {
  readonly #ports: LedgerPorts;
  readonly #expected = new Map<string, Planned>();
  /** By uuid of an item that is or was on the server: its first owner. */
  readonly #arrived = new Map<string, number>();
  readonly #damaged = new Set<string>();

  constructor(ports: LedgerPorts) {
    this.#ports = ports;
  }

  /** Somebody is about to import these items. */
  expect(fresh: readonly Planned[]): void {
    for (const planned of fresh) this.#expected.set(planned.uuid, planned);
  }

  /** A device has lost an item: if a restored backup loses it too, no device can send it again. */
  lose(uuid: string): void {
    this.#damaged.add(uuid);
  }

  /** Checks the items that a commit has inserted. */
  look({ store, entries }: Commit): void {
    this.#checkArrivals(entries, store);
    if (this.#expected.size === 0) return;
    this.#checkRollUp(entries, store);
    for (const row of store.rows('items')) {
      const planned = this.#expected.get(row.uuid);
      if (planned === undefined || this.#arrived.has(row.uuid)) continue;
      this.#arrived.set(row.uuid, row.user_id);
      this.#checkRow(row, planned);
      this.#checkQuiet(row, store);
    }
  }

  /**
   * Once everything has settled, every item that an import reported as added exists, unless somebody gave it
   * up since, or deleted the account that received a guest's import.
   */
  checkComplete(store: MemoryStore, { ownerOf, hasEnded }: ImportOwners): void {
    const { eventLog, householdOf } = this.#ports;
    const there = new Set([...store.rows('items')].map(({ uuid }) => uuid));
    for (const action of eventLog.actions) {
      const { kind, state, browser, uuids, userId } = action;
      if (kind !== 'import' || state !== 'confirmed' || eventLog.wasLeft(browser, action)) continue;
      const home = householdOf(browser);
      const mayMiss = (uuid: string): boolean => {
        const cameTo = home === undefined ? undefined : ownerOf(home, uuid);
        const owner = this.#arrived.get(uuid) ?? cameTo ?? userId;
        const account = home?.profiles.get(owner);
        if (hasEnded(owner) || this.#damaged.has(uuid)) return true;
        if (account !== undefined && eventLog.wasLeft(account.number, action)) return true;
        return eventLog.actionsOn(uuid).length > 1;
      };
      const lost = uuids.find((uuid) => !there.has(uuid) && !mayMiss(uuid));
      if (lost !== undefined)
        throw new Breach('I22', `${lost}, imported on ${browser}, is nowhere`);
    }
  }

  /** A commit that only inserts imported items below a root of their owner rolls nothing up. */
  #checkRollUp(entries: Commit['entries'], store: MemoryStore): void {
    const rolledUp = entries.find(({ automatic }) => automatic);
    const byPeople = entries.filter(({ automatic }) => !automatic);
    const isImport = ({ action, item_id, user_id }: Commit['entries'][number]): boolean => {
      const made = store.row('items', item_id);
      if (action !== 'created' || made === undefined) return false;
      if (!this.#expected.has(made.uuid) || this.#arrived.has(made.uuid)) return false;
      // An account creates the items that its guest deleted only when its user restores them.
      const actions = this.#ports.eventLog.actionsOn(made.uuid);
      if (actions.some((one) => one.kind === 'restore' && one.userId === user_id)) return false;
      return store.row('items', made.root_id)?.user_id === user_id;
    };
    if (rolledUp === undefined || byPeople.length === 0 || !byPeople.every(isImport)) return;
    this.#ports.fail(new Breach('I22', `an import rolls ${rolledUp.item_id} up`));
  }

  /** An item created in another person's tree is not an import. */
  #checkArrivals(entries: Commit['entries'], store: MemoryStore): void {
    for (const { action, item_id, user_id } of entries) {
      const made = store.row('items', item_id);
      if (action !== 'created' || made === undefined) continue;
      const root = store.row('items', made.root_id);
      if (root !== undefined && root.user_id !== user_id) this.#checkNotified(made, root, store);
    }
  }

  /**
   * The parent rolls up, and the assignee and the owner of the root are notified, unless they made the item
   * themselves or there is a block between them and its maker.
   */
  #checkNotified(made: ItemRow, root: ItemRow, store: MemoryStore): void {
    const { uuid, user_id: maker, assigned_to: assignee, updated_at } = made;
    const parent = store.row('items', made.parent_id ?? 0);
    if (parent?.status === 'completed' && made.status !== 'completed') {
      this.#ports.fail(new Breach('I22', `${parent.uuid} stays completed over ${uuid}`));
    }
    if (assignee === null) return;
    const notified = new Set<number>();
    for (const notice of store.rows('notifications')) {
      if (notice.actor_id === maker && notice.updated_at === updated_at)
        notified.add(notice.user_id);
    }
    const parted = partedFrom(maker, store.rows('blocks'));
    const missed = [assignee, root.user_id].find(
      (id) => id >= firstPersonId && id !== maker && !notified.has(id) && !parted.has(id),
    );
    if (missed === undefined) return;
    this.#ports.fail(new Breach('I22', `${missed} is not notified of ${uuid}, made by ${maker}`));
  }

  #checkRow(row: ItemRow, { item, parentUuid }: Planned): void {
    // A parent may already have rolled up on the device.
    const own = item.type === 'todo' ? (['completed_at', 'status'] as const) : [];
    for (const field of ['created_at', ...own] as const) {
      if (row[field] === item[field]) continue;
      this.#broken(row, `has ${field} ${row[field]}, in the file ${item[field]}`);
    }
    // An item whose parent was removed meanwhile is at the top level.
    const isPlaced = row.parent_uuid === parentUuid || row.parent_uuid === null;
    if (!isPlaced) this.#broken(row, `stands in ${row.parent_uuid}`);
  }

  /**
   * It notifies nobody except people to whom somebody has assigned it before it was sent. Items that a guest
   * restored from the trash since are copied like any others.
   */
  #checkQuiet({ id, uuid }: ItemRow, store: MemoryStore): void {
    const actions = this.#ports.eventLog.actionsOn(uuid);
    if (actions.some(({ kind }) => kind === 'restore')) return;
    const assigned = new Set(actions.map(({ writes }) => writes.assigned_to));
    for (const { item_id, user_id } of store.rows('notifications')) {
      if (item_id !== id || assigned.has(user_id)) continue;
      this.#ports.fail(new Breach('I22', `there is a notification of ${uuid}`));
    }
  }

  #broken({ uuid }: ItemRow, what: string): void {
    // Changes that people made on the device before it was sent are theirs, and not the file's.
    if (this.#ports.eventLog.actionsOn(uuid).length > 1) return;
    this.#ports.fail(new Breach('I22', `${uuid} ${what}`));
  }
}
