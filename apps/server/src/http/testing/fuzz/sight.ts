import type pg from 'pg';
import type { FuzzRequest } from './requests.ts';
import type { ContractAnswer, ApiOperation } from './contract.ts';
import { resourceOf } from './known-values.ts';
import { textMark, type FuzzPerson } from './person.ts';

/** The last round in which a person could see an item, by person and item. */
type LastSeen = Map<string, number>;

interface SightRow {
  readonly user_id: number;
  readonly seq: number;
  readonly item_id: number;
  readonly uuid: string;
  readonly title: string;
  readonly description: string | null;
  readonly labels: readonly string[];
  readonly removed: boolean;
  readonly reason: string | null;
  readonly permission: string | null;
}

interface LifeRow {
  readonly user_id: number;
  readonly life: number;
}

interface MutualRow {
  readonly pair: string;
  readonly seq: number;
  readonly removed: boolean;
}

const textPattern = new RegExp(`${textMark}[A-Z]\\d+z`, 'g');

/**
 * Records from the database, round by round, who may see which item and which texts it has had, and finds
 * anything in responses that their senders may not know. Whether the database itself is right is checked at
 * the end.
 */
export class VisibleState {
  readonly #pool: pg.Pool;
  readonly #heads = new Map<number, number>();
  readonly #live = new Map<string, boolean>();
  readonly #lastSeen: LastSeen = new Map();
  readonly #itemOfUuid = new Map<string, number>();
  /** The first round of each text in each item. */
  readonly #textsOf = new Map<string, Map<number, number>>();
  /** The current mutual contacts, and those at some time of the last round. */
  #mutuals: ReadonlySet<string> = new Set();
  #mutualsInRound: ReadonlySet<string> = new Set();
  readonly #mutualSeqs = new Map<string, number>();
  readonly #lives = new Map<number, number>();
  /** The users whose rows were erased in the last round, and with them the record of what they saw. */
  #erased: ReadonlySet<number> = new Set();
  #round = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Reads the changes of a round, once no request is under way. */
  async look(): Promise<void> {
    this.#round += 1;
    const users = [...this.#heads.keys()];
    const { rows } = await this.#pool.query<SightRow>(
      `select a.user_id, a.seq, a.item_id, a.removed, a.reason, a.permission,
        i.uuid, i.title, i.description, i.labels
      from access a join items i on i.id = a.item_id
      left join unnest($1::bigint[], $2::bigint[]) as known (user_id, head)
        on known.user_id = a.user_id
      where a.seq > coalesce(known.head, 0)`,
      [users, users.map((id) => this.#heads.get(id))],
    );
    for (const row of rows) this.#note(row);
    await this.#lookAtMutuals();
    await this.#lookAtLives();
  }

  async #lookAtLives(): Promise<void> {
    const { rows } = await this.#pool.query<LifeRow>('select user_id, life from heads');
    const ended = rows.filter(({ user_id, life }) => (this.#lives.get(user_id) ?? life) !== life);
    this.#erased = new Set(ended.map(({ user_id }) => user_id));
    for (const { user_id, life } of rows) this.#lives.set(user_id, life);
  }

  async #lookAtMutuals(): Promise<void> {
    const { rows } = await this.#pool.query<MutualRow>(
      `select user_id || ' ' || ref_id as pair, seq, removed from feed where kind = 'mutual'`,
    );
    const present = rows.flatMap(({ pair, removed }) => (removed ? [] : pair));
    // An ended contact whose row moved in this round still existed during it.
    const moved = rows.filter(({ pair, seq }) => this.#mutualSeqs.get(pair) !== seq);
    this.#mutualsInRound = new Set([
      ...this.#mutuals,
      ...present,
      ...moved.map(({ pair }) => pair),
    ]);
    this.#mutuals = new Set(present);
    for (const { pair, seq } of rows) this.#mutualSeqs.set(pair, seq);
  }

  #note(row: SightRow): void {
    const { user_id, seq, item_id, uuid, title, description, labels } = row;
    this.#heads.set(user_id, Math.max(this.#heads.get(user_id) ?? 0, seq));
    this.#itemOfUuid.set(uuid, item_id);
    const key = `${user_id} ${item_id}`;
    // Restorable items are listed with their texts.
    const isSeen = !row.removed || (row.reason === 'deleted' && row.permission === 'manage');
    this.#live.set(key, isSeen);
    // It was visible in this round, however it ended.
    this.#lastSeen.set(key, this.#round);
    for (const [text] of [title, description, ...labels].join('\n').matchAll(textPattern)) {
      const items = this.#textsOf.get(text) ?? new Map<number, number>();
      if (!items.has(item_id)) items.set(item_id, this.#round);
      this.#textsOf.set(text, items);
    }
  }

  /**
   * Anything in a response of the last round that its sender may not know. `userId` is their user at that
   * time.
   */
  leaksIn(
    { person, sent, operation }: FuzzRequest,
    userId: number | null,
    { text, body }: ContractAnswer,
    people: readonly FuzzPerson[],
  ): readonly string[] {
    // An invitation tells operators, and anyone with its token, the person whom it is for.
    if (resourceOf(sent.path).startsWith('invitation')) return [];
    const isErased = userId !== null && this.#erased.has(userId);
    const asked = `${decoded(sent.path)}\n${String(sent.body ?? '')}`;
    const texts = [...new Set(Array.from(text.matchAll(textPattern), ([found]) => found))];
    const now = withoutHistory(operation, body);
    const textNow = now === body ? text : JSON.stringify(now);
    const leaks = texts.filter((found) => {
      const author = people.find(({ letter }) => letter === found[textMark.length]);
      if (author === person || asked.includes(found)) return false;
      if (author?.isSociable === false) return true;
      if (isErased) return false;
      const items = this.#textsOf.get(found);
      if (items === undefined || !textNow.includes(found)) return false;
      return ![...items].some(([item, since]) => this.#lastRound(userId, item) >= since);
    });
    const phones = people.filter(
      (one) =>
        one !== person &&
        !isErased &&
        text.includes(one.phone) &&
        !asked.includes(one.phone.slice(1)) &&
        !this.#mutualsInRound.has(`${userId} ${one.userId}`),
    );
    return [
      ...leaks.map((found) => `the text ${found}`),
      ...phones.map(({ letter }) => `the phone of ${letter}`),
      ...(isErased ? [] : this.#itemsIn(now, userId)),
    ];
  }

  /** Items with their texts that the caller could not see in the last round. */
  #itemsIn(value: unknown, userId: number | null): readonly string[] {
    if (typeof value !== 'object' || value === null) return [];
    const inside = Object.values(value).flatMap((inner) => this.#itemsIn(inner, userId));
    const { uuid, title } = value as { readonly uuid?: unknown; readonly title?: unknown };
    const item = this.#itemOfUuid.get(String(uuid));
    if (item === undefined || typeof title !== 'string' || title === '') return inside;
    const isSeen = this.#lastRound(userId, item) >= this.#round;
    return isSeen ? inside : [`item ${item}`, ...inside];
  }

  /** The last round in which a user could see an item. */
  #lastRound(userId: number | null, item: number): number {
    const key = `${userId} ${item}`;
    return this.#live.get(key) === true ? this.#round : (this.#lastSeen.get(key) ?? 0);
  }
}

/** The body of a response without its history, which also has items that have left the campaign. */
function withoutHistory(operation: ApiOperation | null, body: unknown): unknown {
  if (operation?.path.endsWith('/activity') === true) return null;
  if (operation?.operationId !== 'exportMe') return body;
  return { ...(body as object), activity: [] };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
