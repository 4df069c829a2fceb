import type { Authority, Caller, Store } from '@foray/authority';
import { StoreUnavailable } from '@foray/authority';
import { makeMutual } from '@foray/authority/testing';
import { brokenInvariants, rightsInRows } from '@foray/model';
import type { WireItem } from '@foray/contract';
import { canBeParent, itemStatuses, itemTypes, type ItemType } from '@foray/domain';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../pool/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { authorityOver } from '../testing/store-under-test.ts';
import { randomOf } from '../testing/random.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';

// The feed while many clients write at once, through several nodes: no reader misses anything, and a clash of
// transactions is never the response to a client.

type Delta = Extract<Awaited<ReturnType<Authority['delta']>>, { ok: true }>['value'];

interface Node {
  readonly database: Database;
  readonly authority: Authority;
}

let started: TestDatabase;
let nodes: readonly Node[];
let people: readonly Caller[];
/** How often the work of a transaction was started; more than once for one request is a clash. */
let attempts = 0;
let transactions = 0;

beforeAll(async () => {
  started = await startTestDatabase();
  const [first, second] = [openNodeDatabase(), openNodeDatabase()];
  nodes = [await openNode(first), await openNode(second)];
  const callers: Caller[] = [];
  for (const digit of [1, 2, 3, 4, 5]) {
    const who = { phone: `+1555000000${digit}`, name: 'A', placeholder: false, verified: false };
    callers.push({ userId: (await nodes[0]!.authority.signIn(who)).id });
  }
  people = callers;
  const store = await openPostgresStore({ database: first, hashPhone: Buffer.from });
  for (const [index, { userId }] of people.entries()) {
    for (const other of people.slice(index + 1)) await makeMutual(store, userId, other.userId);
  }
});
afterAll(async () => {
  for (const { database } of nodes ?? []) await database.close();
  await started?.stop();
});

function openNodeDatabase(): Database {
  // Forty requests wait for ten connections, on a busy machine longer than a server allows.
  return openDatabase({ address: started.address, isDirect: true, connectionMs: 60_000 });
}

async function openNode(database: Database): Promise<Node> {
  const store = await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) });
  const counted: Store = {
    epoch: store.epoch,
    read: (fn) => store.read(fn),
    tryTx: (fn) => store.tryTx(fn),
    tx: (fn) => {
      transactions += 1;
      return store.tx((tx) => {
        attempts += 1;
        return fn(tx);
      });
    },
  };
  return { database, authority: authorityOver(counted) };
}

/** One device: its cursors, and its rows after following them. */
class Reader {
  readonly held = new Map<string, string>();
  readonly #caller: Caller;
  readonly #cursors = new Map<string, number>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Follows every stream to its end, in small pages, from one node or another. */
  async follow(authority: Authority, limit = 3): Promise<void> {
    for (const type of itemTypes) {
      for (let more = true; more;) {
        const since = this.#cursors.get(type) ?? 0;
        const delta = await authority.delta(this.#caller, { type, since, limit });
        if (!delta.ok) throw delta.error;
        this.#apply(delta.value, since);
        this.#cursors.set(type, delta.value.cursor);
        more = delta.value.more;
      }
    }
  }

  #apply({ data, removed, cursor }: Delta, since: number): void {
    for (const row of [...data, ...removed]) {
      if (row.rev <= since || row.rev > cursor) throw new Error('a row outside of its page');
    }
    // Counts are left out: they follow from the children on the device.
    for (const { children_count: _, completed_count: __, ...item } of data) {
      this.held.set(item.uuid, JSON.stringify(item));
    }
    for (const { uuid } of removed) this.held.delete(uuid);
  }
}

/** Makes transactions slow at random places, and makes each hundredth write fail as clashes do. */
async function trouble(database: Database): Promise<void> {
  await sql`create sequence writes`.execute(database.kysely);
  await sql`
    create function stumble() returns trigger language plpgsql as $$
    declare
      place bigint := nextval('writes') % 200;
    begin
      perform pg_sleep(random() * 0.003);
      if place = 0 then raise exception 'provoked' using errcode = '40001'; end if;
      if place = 100 then raise exception 'provoked' using errcode = '40P01'; end if;
      return new;
    end $$`.execute(database.kysely);
  for (const table of ['items', 'access', 'heads', 'activity']) {
    await sql`
      create trigger stumble before insert or update on ${sql.table(table)}
      for each row execute function stumble()`.execute(database.kysely);
  }
}

async function calm(database: Database): Promise<void> {
  await sql`drop function stumble cascade`.execute(database.kysely);
}

/** An item that a user created or is about to create. */
interface Made {
  readonly uuid: string;
  readonly type: ItemType;
  readonly userId: number;
}

/** A request by one user about some of the items, mostly a sensible one. */
function anyRequest(random: () => number, { userId }: Caller, made: Made[]) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const anyone = () => pick([null, ...people.map(({ userId }) => userId)]);
  const isFair = random() < 0.3;
  const known = made.filter((one) => isFair || one.userId === userId);
  const { uuid, type } = pick(known);
  const url = `/api/items/${uuid}`;
  const parentOf = (child: ItemType) => {
    const fitting = known.filter((one) => canBeParent(one.type, child)).map((one) => one.uuid);
    return random() < 0.15 ? null : (pick(fitting) ?? null);
  };
  const luck = random();
  if (luck < 0.25) {
    const born = { uuid: randomUUID(), type: pick(itemTypes) };
    const data = { ...born, title: 'T', parent_id: parentOf(born.type), assigned_to: anyone() };
    made.push({ ...born, userId });
    return { method: 'POST' as const, url: '/api/items', data };
  }
  if (luck < 0.45) return { method: 'PATCH' as const, url, data: { parent_id: parentOf(type) } };
  if (luck < 0.6) return { method: 'PATCH' as const, url, data: { status: pick(itemStatuses) } };
  if (luck < 0.7) return { method: 'PATCH' as const, url, data: { title: `T${random()}` } };
  if (luck < 0.85) {
    return { method: 'POST' as const, url: `${url}/assign`, data: { user_id: anyone() } };
  }
  if (luck < 0.92) {
    const children = made.slice(-20).map((one) => one.uuid);
    return { method: 'DELETE' as const, url, data: { children } };
  }
  return { method: 'POST' as const, url: `${url}/restore` };
}

/** Asks again under the same keys, as a device does while others hold what a request needs. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

test('[I6] [I10] readers who follow their cursors end up with exactly the items that they may see', async () => {
  const [{ database }] = nodes as [Node];
  const made: Made[] = [];
  for (const caller of people) {
    for (const type of ['campaign', 'task'] as const) {
      const parent_id = type === 'task' ? made.at(-1)!.uuid : null;
      const { uuid } = await create(nodes[0]!, caller, { type, title: 'T', parent_id });
      made.push({ uuid, type, ...caller });
    }
  }
  await trouble(database);
  const statuses: number[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    const random = randomOf(writer + 1);
    for (let step = 0; step < 25; step += 1) {
      const caller = people[Math.floor(random() * people.length)]!;
      const { authority } = nodes[Math.floor(random() * nodes.length)]!;
      if (random() < 0.2) {
        const entries = Array.from({ length: 4 }, () => ({
          id: randomUUID(),
          ...anyRequest(random, caller, made),
        }));
        const { results } = await untilAnswered(() =>
          authority.batch(caller, entries, Date.now() + 60_000),
        );
        statuses.push(...results.map(({ status }) => status));
      } else {
        const request = { ...anyRequest(random, caller, made), opId: randomUUID() };
        statuses.push((await untilAnswered(() => authority.request(caller, request))).status);
      }
    }
  });
  const readers = people.map((caller) => new Reader(caller));
  const reading = readers.map(async (reader, index) => {
    for (let turn = index; isWriting; turn += 1) {
      await reader.follow(nodes[turn % nodes.length]!.authority);
    }
  });
  await Promise.all(writers).finally(() => {
    isWriting = false;
  });
  await Promise.all(reading);
  await calm(database);

  expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(200);
  expect(attempts).toBeGreaterThan(transactions + 5);

  const items = await database.kysely.selectFrom('items').selectAll().orderBy('id').execute();
  const rights = rightsInRows(items);
  for (const [index, { userId }] of people.entries()) {
    const reader = readers[index]!;
    await reader.follow(nodes[0]!.authority);
    const visible = items.filter(({ id }) => rights.has(`${userId} ${id}`));
    expect([...reader.held.keys()].toSorted()).toEqual(visible.map(({ uuid }) => uuid).toSorted());
    const fresh = new Reader({ userId });
    await fresh.follow(nodes[1]!.authority, 500);
    expect(reader.held).toEqual(fresh.held);
  }
  expect(brokenInvariants(await readTables(database))).toEqual([]);
});

test('[I10] in whatever order changes commit, no cursor passes a position in a stream that has no row yet', async () => {
  const [one, other] = nodes as [Node, Node];
  const [owner, reader] = people as [Caller, Caller];
  const slow = await create(one, owner, {
    type: 'todo',
    title: 'Slow',
    assigned_to: reader.userId,
  });
  // The slow one has its place in the reader's stream, and commits only when the test lets it.
  const gate = await heldLock(one.database);
  await sql`
    create function wait_for_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4711);
      return new;
    end $$`.execute(one.database.kysely);
  await sql`
    create trigger wait_for_gate before update on access for each row
    when (new.item_id = ${sql.lit(slow.id)}) execute function wait_for_gate()`.execute(
    one.database.kysely,
  );
  const begin = new Reader(reader);
  await begin.follow(one.authority);
  const url = `/api/items/${slow.id}`;
  const first = one.authority.request(owner, { method: 'PATCH', url, data: { title: 'First' } });
  await waitForLocks(one.database, 1);
  const second = create(other, owner, { type: 'todo', title: 'Quick', assigned_to: reader.userId });
  await waitForLocks(one.database, 2);
  await begin.follow(other.authority);
  await gate.release();
  expect((await first).status).toBe(200);
  const quick = await second;
  await begin.follow(other.authority);
  expect(begin.held.get(slow.uuid)).toContain('"First"');
  expect(begin.held.has(quick.uuid)).toBe(true);
  await sql`drop function wait_for_gate cascade`.execute(one.database.kysely);
});

test('a deadlock with another client of the database never reaches a user', async () => {
  const [{ database, authority }] = nodes as [Node];
  const [low, high] = people as [Caller, Caller];
  const item = await create(nodes[0]!, low, { type: 'todo', title: 'T', assigned_to: high.userId });
  // The client that looks for deadlocks first is their victim: here the server, after a tenth of a second.
  const rival = await database.pool.connect();
  await database.pool.query(`alter database foray set deadlock_timeout = '100ms'`);
  const fresh = await openNode(openNodeDatabase());
  await rival.query(`begin; set local deadlock_timeout = '20s'`);
  const lockHead = 'select from heads where user_id = $1 for update';
  await rival.query(lockHead, [high.userId]);
  const before = attempts;
  const url = `/api/items/${item.id}`;
  const asked = fresh.authority.request(low, { method: 'PATCH', url, data: { title: 'New' } });
  await waitForLocks(database, 1);
  await rival.query(lockHead, [low.userId]);
  await rival.query('commit');
  rival.release();
  expect(await asked).toMatchObject({ status: 200, body: { title: 'New', version: 2 } });
  // The next attempt may acquire the lock before the other client wakes up, and be a victim too.
  expect(attempts - before).toBeGreaterThan(1);
  expect((await authority.get(high, { id: item.id }))?.title).toBe('New');
  await fresh.database.close();
  await database.pool.query('alter database foray reset deadlock_timeout');
});

async function create(
  { authority }: Node,
  caller: Caller,
  data: Readonly<Record<string, unknown>>,
): Promise<WireItem> {
  const { status, body } = await authority.request(caller, {
    method: 'POST',
    url: '/api/items',
    data,
  });
  const isItem = status === 201 && body !== null && !('error' in body);
  if (!isItem || body.permission === null) throw new Error(JSON.stringify(body));
  return { ...body, permission: body.permission };
}

/** Holds the lock that the gate waits for. */
async function heldLock(database: Database): Promise<{ release(): Promise<void> }> {
  const client = await database.pool.connect();
  await client.query('select pg_advisory_lock(4711)');
  return {
    async release() {
      await client.query('select pg_advisory_unlock(4711)');
      client.release();
    },
  };
}

/** Resolves once this many sessions wait for a lock. */
async function waitForLocks(database: Database, count: number): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = rows[0]!.waiting;
  }
}

async function readTables({ kysely }: Database) {
  return {
    items: await kysely.selectFrom('items').selectAll().execute(),
    access: await kysely.selectFrom('access').selectAll().execute(),
    heads: await kysely.selectFrom('heads').selectAll().execute(),
    feed: await kysely.selectFrom('feed').selectAll().execute(),
    ops: [],
    activity: [],
    notifications: [],
    users: [],
    contacts: [],
    blocks: [],
    reports: [],
    former_numbers: [],
  };
}
