import { createAuthority, standardLimits } from '@foray/authority';
import type { AccessRow, AuthorityLimits, Caller, ItemRow } from '@foray/authority';
import { MemoryAuthorityStore } from '@foray/authority/testing/memory-store';
import { makeMutual } from '@foray/authority/testing/mutual';
import { wireError } from '@foray/contract';
import type { BatchEntry, BatchResult, DeltaItem, Position, SelfCheck } from '@foray/contract';
import type { LabelChange, PlainFields } from '@foray/domain';

/** An item as the server stores it, and as the user's feed contains it. */
export interface TestServerItem extends ItemRow {
  readonly rev: number;
  readonly deleted: boolean;
}

/** The fields of an item that other clients send; the server decides the rest. */
type Change = Partial<PlainFields & Pick<DeltaItem, 'status' | 'assigned_to' | 'parent_uuid'>>;
/** An item that another client creates; `user_id` names a contact who owns it. */
export type SeededItem = Change &
  Pick<DeltaItem, 'uuid' | 'type' | 'title'> & {
    readonly user_id?: number;
    readonly labels?: readonly string[];
  };

const at = '2026-01-01T00:00:00.000Z';

/** The user whose devices sync, and somebody else. */
export const [userId, otherId] = [1001, 1002];

/** The production authority on its memory store, and the actions of other clients there. */
export class TestServer {
  readonly store = new MemoryAuthorityStore('e1');
  readonly authority;
  /** The authority's limits of a family, a list and an account; a test may set them. */
  readonly limits: Record<keyof AuthorityLimits, number> = { ...standardLimits };
  /** Whether a request is refused for good, independent of its content. */
  refuses: (entry: BatchEntry) => boolean = () => false;
  readonly #refused = new Set<string>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    const people = [userId, otherId].map((id) => ({
      id,
      phone: `+1555${String(id).padStart(7, '0')}`,
      name: `Person ${id}`,
      placeholder: false,
      phone_verified_at: null,
      created_at: at,
      updated_at: at,
    }));
    const tables = this.store.tables();
    this.store.begin({ ...tables, users: [...tables.users, ...people] });
    this.authority = createAuthority({
      limits: this.limits,
      store: this.store,
      nowMs,
      newUuid: () => {
        throw new Error('a device names its items itself');
      },
      digest: (text) => text,
      reportBug: (error) => {
        throw error;
      },
    });
  }

  /** The epoch of the user's devices. */
  get epoch(): string {
    return this.store.runs.epochOf(userId) ?? this.store.epoch;
  }

  set epoch(epoch: string) {
    this.store.epoch = epoch;
  }

  readonly now = (): string => new Date(this.#nowMs()).toISOString();

  /** The keys of the requests that took effect. */
  get applied(): readonly string[] {
    return [...this.store.rows('ops')].filter((op) => op.version !== null).map((op) => op.op_id);
  }

  /** Every item by its uuid, deleted ones too. */
  get items(): ReadonlyMap<string, TestServerItem> {
    return new Map([...this.store.rows('items')].map((row) => [row.uuid, this.#itemOf(row)]));
  }

  /** The last position in the user's feed. */
  head(): number {
    return this.store.row('heads', userId)?.head ?? 0;
  }

  /** The position of the user's feed that an answer states. */
  position(): Position {
    return this.store.runs.position(userId, this.head(), undefined);
  }

  living(): TestServerItem[] {
    return [...this.items.values()].filter(({ deleted }) => !deleted);
  }

  selfCheck(caller: Caller): Promise<SelfCheck> {
    return this.authority.selfCheck(caller);
  }

  /** Records the current state; the returned function restores it. */
  backup(): () => void {
    const backup = this.store.backup();
    return () => this.store.restore(backup);
  }

  /** Runs one request of a batch. As with every permanent refusal, a refused key stays refused. */
  async run(entry: BatchEntry, caller: Caller): Promise<BatchResult> {
    if (this.#refused.has(entry.id) || this.refuses(entry)) {
      this.#refused.add(entry.id);
      return { id: entry.id, status: 422, body: { error: wireError('limit') } };
    }
    const { results } = await this.authority.batch(caller, [entry], Infinity);
    return results[0] as BatchResult;
  }

  /** An item that another client of the user creates, or a client of the contact that `user_id` names. */
  async seed({ user_id = userId, parent_uuid, ...fields }: SeededItem): Promise<TestServerItem> {
    if (user_id !== userId && this.store.row('feed', `${userId} mutual ${user_id}`) === undefined) {
      await makeMutual(this.store, userId, user_id);
    }
    const answer = await this.authority.request(
      { userId: user_id },
      { method: 'POST', url: '/api/items', data: { ...fields, parent_id: parent_uuid } },
    );
    if (answer.status !== 201) throw new Error(JSON.stringify({ fields, answer }));
    return this.#must(fields.uuid);
  }

  /** An item as the user's feed contains it. */
  async view(uuid: string): Promise<DeltaItem> {
    const { type, rev } = this.#must(uuid);
    const page = await this.authority.delta({ userId }, { type, since: rev - 1, limit: 1 });
    const item = page.ok ? page.value.data[0] : undefined;
    if (item === undefined) throw new Error(`out of sight: ${uuid}`);
    return item;
  }

  /** Its owner changes it elsewhere. */
  async change(uuid: string, { parent_uuid, ...fields }: Change): Promise<void> {
    const place = parent_uuid === undefined ? {} : { parent_id: parent_uuid };
    await this.#ask(uuid, 'PATCH', '', { ...fields, ...place });
  }

  /** Its owner changes its labels elsewhere. */
  async label(uuid: string, change: Partial<LabelChange>): Promise<void> {
    await this.#ask(uuid, 'POST', '/labels', change);
  }

  /** Its owner deletes it. */
  async remove(uuid: string): Promise<void> {
    await this.#ask(uuid, 'DELETE');
  }

  /** Its owner restores it from the trash. */
  async restore(uuid: string): Promise<void> {
    await this.#ask(uuid, 'POST', '/restore');
  }

  /** It was deleted so long ago that even its removal is gone. */
  async forget(uuid: string): Promise<void> {
    if (!this.#must(uuid).deleted) await this.remove(uuid);
    await this.store.tx((tx) => tx.forgetRemovals('9999', 100));
  }

  /** The user loses the right to see it. */
  hide(uuid: string): Promise<void> {
    return this.#enter(uuid, { removed: true, reason: 'hidden' });
  }

  /** The item enters the user's feed again. */
  touch(uuid: string): Promise<void> {
    const { deleted } = this.#must(uuid);
    return this.#enter(uuid, { removed: deleted, reason: deleted ? 'deleted' : null });
  }

  async #enter(uuid: string, change: Pick<AccessRow, 'removed' | 'reason'>): Promise<void> {
    const { id: item_id, root_id } = this.#must(uuid);
    const forgotten = { user_id: userId, item_id, root_id, permission: 'manage', seq: 0 } as const;
    const row = this.#access(item_id) ?? forgotten;
    await this.store.tx((tx) =>
      tx.putOutcome({
        op: null,
        entries: [],
        steps: [{ user_id: userId, by: 1 }],
        access: [{ ...row, ...change, behind: 0 }],
      }),
    );
  }

  async #ask(uuid: string, method: string, action = '', data?: unknown): Promise<void> {
    const { user_id } = this.#must(uuid);
    const url = `/api/items/${uuid}${action}`;
    const answer = await this.authority.request({ userId: user_id }, { method, url, data });
    if (answer.status >= 300) throw new Error(JSON.stringify({ method, url, data, answer }));
  }

  #must(uuid: string): TestServerItem {
    for (const row of this.store.rows('items')) if (row.uuid === uuid) return this.#itemOf(row);
    throw new Error(`no item ${uuid}`);
  }

  #itemOf(row: ItemRow): TestServerItem {
    const rev = this.#access(row.id)?.seq ?? 0;
    return { ...row, rev, deleted: row.deleted_at !== null };
  }

  #access(itemId: number): AccessRow | undefined {
    return this.store.row('access', `${userId} ${itemId}`);
  }
}
