import { errorStatus, formatEtag, parseItemRequest, wireError } from '@foray/contract';
import type {
  BatchEntry,
  BatchResult,
  DeltaItem,
  ErrorCode,
  ItemCommand,
  ItemsDelta,
  Ref,
  SelfCheck,
  WireItem,
} from '@foray/contract';
import { clampInstant, completedAtAfter, rollUp } from '@foray/domain';
import type { ChildChange, ItemType } from '@foray/domain';
import { feedPage, feedTally } from './fake-feed.ts';
import { FakeOps } from './fake-ops.ts';
import type { Outcome, Recorded } from './fake-ops.ts';
import { FakeRuns } from './fake-runs.ts';
import { assignedIn, parentOf, storedItem, wireItem } from './fake-item.ts';
import type { NewStored, Stored } from './fake-item.ts';

/**
 * A server small enough to read, for tests of the engine: one group of users who own and see everything
 * together, and the rules that the engine relies on. The real decisions are the authority's.
 */
export class FakeServer {
  epoch = 'e1';
  readonly runs = new FakeRuns();
  /** How often each key took effect; more than once is a fault. */
  readonly effects = new Map<string, number>();
  readonly items = new Map<string, Stored>();
  /** Items that users may no longer see. */
  readonly hidden = new Set<string>();
  /** Which requests are refused for good, whatever they say. */
  refuses: (entry: BatchEntry) => boolean = () => false;
  readonly #ops = new FakeOps();
  readonly #nowMs: () => number;
  #head = 0;
  /** The number of the next item; a restored backup gives some out again. */
  nextId = 10_000_000;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  readonly now = (): string => new Date(this.#nowMs()).toISOString();

  /** The feed of one type after a cursor. */
  delta(type: ItemType, since: number, limit: number): ItemsDelta {
    return { ...feedPage(this, type, since, limit), epoch: this.epoch, now: this.now() };
  }

  /** What everybody's streams come to. */
  selfCheck(): SelfCheck {
    return { ...feedTally(this), epoch: this.epoch, now: this.now() };
  }

  /** The last position given out. */
  head(): number {
    return this.#head;
  }

  /** Keeps all there is now; the function puts it in place of what there is then. */
  backup(): () => void {
    const [items, head, nextId] = [[...this.items], this.#head, this.nextId];
    const restoreOps = this.#ops.backup();
    return () => {
      this.items.clear();
      for (const [uuid, item] of items) this.items.set(uuid, item);
      restoreOps();
      this.#head = head;
      this.nextId = nextId;
      this.runs.restore(head);
    };
  }

  /** Runs one request as a batch does: repeated keys answer again, refusals take no effect. */
  run(entry: BatchEntry, userId: number): BatchResult {
    const known = this.#ops.get(entry.id);
    if (known !== undefined) return this.#again(entry.id, known);
    const outcome = this.#decide(entry, userId);
    this.#ops.keep(entry, outcome);
    return outcome;
  }

  /** Somebody else's change, outside any device. */
  change(uuid: string, fields: Partial<DeltaItem>): void {
    this.#update(this.#must(uuid), fields);
  }

  /** The item enters the feed again though no person changed it: rights, roll-ups above it. */
  touch(uuid: string, change: Partial<Stored> = {}): void {
    this.#put({ ...this.#must(uuid), ...change });
  }

  /** Somebody else deletes. */
  remove(uuid: string): void {
    this.#delete(this.#must(uuid), `removed-${uuid}`);
  }

  /** This user loses the right to see it. */
  hide(uuid: string): void {
    this.hidden.add(uuid);
    const item = this.#must(uuid);
    this.items.set(uuid, { ...item, rev: this.#seq() });
  }

  /** An item put there by another client. */
  seed(item: NewStored): DeltaItem {
    return this.view(this.#create(item, 1001));
  }

  readonly living = (): DeltaItem[] =>
    [...this.items.values()].filter((item) => !item.deleted).map((item) => this.view(item));

  view({ deleted: _, deletedBy: __, ...item }: Stored): DeltaItem {
    const children = this.#children(item.uuid);
    const completed = children.filter(({ status }) => status === 'completed').length;
    return { ...item, children_count: children.length, completed_count: completed };
  }

  #decide(entry: BatchEntry, userId: number): Outcome {
    const parsed = parseItemRequest(entry.method, entry.url, entry.data ?? undefined);
    const refuse = (code: ErrorCode, item?: Stored): Outcome => {
      const error = wireError(code, item === undefined ? {} : { item: this.#wire(item) });
      return { id: entry.id, status: errorStatus[error.code], body: { error } };
    };
    if (!parsed.ok) return refuse(parsed.error.code);
    const command = parsed.value;
    if (this.refuses(entry)) return refuse('limit');
    const target = command.kind === 'create' ? undefined : this.#find(command.ref);
    if (command.kind !== 'create') {
      const before = entry.after === undefined ? undefined : this.#ops.get(entry.after);
      if (entry.after !== undefined && (before === undefined || before.status >= 400)) {
        return refuse('after_failed');
      }
      if (target === undefined) return refuse('not_found');
      if (target.deleted !== (command.kind === 'restore')) return refuse('not_found');
      if (before !== undefined) {
        if (before.version !== null && before.version !== target.version)
          return refuse('stale', target);
      }
      const current = formatEtag({ epoch: this.epoch, version: target.version });
      if (entry.ifMatch !== undefined && entry.ifMatch !== current) return refuse('stale', target);
    }
    const parentRef = parentOf(command);
    const parent = parentRef === undefined ? undefined : this.#find(parentRef);
    if (parentRef !== undefined && parent === undefined) return refuse('parent_pending');
    if (parent?.deleted === true) return refuse('parent_gone');
    this.effects.set(entry.id, (this.effects.get(entry.id) ?? 0) + 1);
    const { size } = this.items;
    const done = this.#apply(command, target, parent, userId, entry);
    return done === null
      ? { id: entry.id, status: 204, body: null }
      : this.#answer(entry.id, this.items.size > size ? 201 : 200, done);
  }

  #apply(
    command: ItemCommand,
    target: Stored | undefined,
    parent: Stored | undefined,
    userId: number,
    entry: BatchEntry,
  ): Stored | null {
    if (command.kind === 'create') return this.#createFrom(command, parent, userId, entry);
    if (target === undefined) throw new Error('decided before');
    switch (command.kind) {
      case 'patch': {
        const { parent: moved, ...fields } = command.changes;
        const at = { parent_id: parent?.id ?? null, parent_uuid: parent?.uuid ?? null };
        const place = moved === undefined ? {} : at;
        return this.#update(target, { ...fields, ...place }, command.completed_at);
      }
      case 'assign':
        return this.#update(target, { assigned_to: command.user_id });
      case 'remove':
        for (const held of assignedIn(this.items.values(), target, command.user_id))
          this.#update(held, { assigned_to: null });
        return this.#must(target.uuid);
      case 'delete':
        for (const uuid of command.children) {
          const child = this.items.get(uuid);
          if (child !== undefined && !child.deleted) this.#delete(child, entry.id);
        }
        this.#delete(target, entry.id);
        return null;
      case 'restore': {
        const { deletedBy } = target;
        for (const item of this.items.values()) {
          if (item.deletedBy === deletedBy) this.#put({ ...item, deleted: false, deletedBy: null });
        }
        return this.#must(target.uuid);
      }
    }
  }

  #createFrom(
    command: Extract<ItemCommand, { kind: 'create' }>,
    parent: Stored | undefined,
    userId: number,
    entry: BatchEntry,
  ): Stored {
    const uuid = command.uuid ?? `made-${this.nextId}`;
    const existing = this.items.get(uuid);
    if (existing !== undefined) return existing;
    const { kind: _, parent: __, ...fields } = command;
    const place = { parent_id: parent?.id ?? null, parent_uuid: parent?.uuid ?? null };
    const made = this.#create({ ...fields, ...place, uuid }, userId);
    if (entry.import !== true) {
      this.#roll(made.parent_uuid, { kind: 'added', status: made.status });
    }
    return made;
  }

  #create(fields: NewStored, userId: number): Stored {
    const made = storedItem(fields, {
      id: this.nextId,
      rev: this.#seq(),
      userId,
      now: this.now(),
    });
    this.nextId += 1;
    this.items.set(made.uuid, made);
    return made;
  }

  #update(item: Stored, fields: Partial<DeltaItem>, completedAt?: string): Stored {
    const now = this.now();
    const status = fields.status ?? item.status;
    const at = completedAt === undefined ? now : clampInstant(completedAt, now);
    const after = { ...item, ...fields, completed_at: completedAtAfter(item, status, at) };
    const isMoved = after.parent_uuid !== item.parent_uuid;
    this.#put({ ...after, updated_at: now, version: item.version + 1 });
    if (isMoved) {
      this.#roll(item.parent_uuid, { kind: 'removed' });
      this.#roll(after.parent_uuid, { kind: 'added', status });
    } else {
      this.#roll(item.parent_uuid, { kind: 'status', before: item.status, after: status });
    }
    return this.#must(item.uuid);
  }

  #delete(item: Stored, by: string): void {
    this.#put({ ...item, deleted: true, deletedBy: by, version: item.version + 1 });
    this.#roll(item.parent_uuid, { kind: 'removed' });
  }

  #roll(uuid: string | null, change: ChildChange): void {
    const parent = uuid === null ? undefined : this.items.get(uuid);
    if (parent === undefined || parent.deleted) return;
    const status = rollUp(parent, this.#children(parent.uuid), change);
    if (status === parent.status) return;
    this.#put({ ...parent, status, completed_at: completedAtAfter(parent, status, this.now()) });
    this.#roll(parent.parent_uuid, { kind: 'status', before: parent.status, after: status });
  }

  #children(uuid: string): Stored[] {
    return [...this.items.values()].filter((item) => item.parent_uuid === uuid && !item.deleted);
  }

  #again(id: string, known: Recorded): BatchResult {
    const { version: _, ...outcome } = known;
    if (outcome.body === null || !('uuid' in outcome.body)) return outcome;
    const item = this.items.get(outcome.body.uuid);
    // As the authority does: it took effect, and there is nothing to show of it.
    if (item === undefined || item.deleted) return { id, status: outcome.status, body: null };
    return this.#answer(id, outcome.status, item);
  }

  #answer(id: string, status: number, item: Stored): Outcome {
    // A uuid of one's own whose item was deleted: it took effect once, and is not to be seen.
    if (item.deleted) return { id, status: 200, body: null };
    const etag = formatEtag({ epoch: this.epoch, version: item.version });
    return { id, status, body: this.#wire(item), etag };
  }

  #wire(item: Stored): WireItem {
    return wireItem(this.view(item), this.items.get(item.parent_uuid ?? ''));
  }

  #find(ref: Ref): Stored | undefined {
    if ('uuid' in ref) return this.items.get(ref.uuid);
    return [...this.items.values()].find((item) => item.id === ref.id);
  }

  #must(uuid: string): Stored {
    const item = this.items.get(uuid);
    if (item === undefined) throw new Error(`no item ${uuid}`);
    return item;
  }

  #put(item: Stored): void {
    this.items.set(item.uuid, { ...item, rev: this.#seq() });
  }

  #seq(): number {
    this.#head += 1;
    return this.#head;
  }
}
