import type { FastifyInstance } from 'fastify';
import { until } from '@foray/embedded-postgres/testing';
import { StandbyDatabases } from '../db/pool/standbys.ts';
import type { Connection } from '../db/tables/schema.ts';
import { signOutPerson } from '../operator/acts.ts';
import { RestoredDevice } from '../restores/testing/device.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import {
  StandbyScene,
  areAt,
  countReads,
  leaseMs,
  sentTo,
  statesAt,
} from './testing/standby-scene.ts';

const scene = await sharedInFile(StandbyScene.start());
const clock = { nowMs: Date.now() };
let nodes: readonly [FastifyInstance, FastifyInstance];
beforeAll(async () => {
  const node = () => scene.startNode({ nowMs: () => clock.nowMs });
  nodes = [await node(), await node()];
});
beforeEach(async () => {
  for (const node of nodes) await areAt(node, 'used', 'used');
});
afterEach(() => scene.pause(false));

const pull = '/api/pull?campaign=0&task=0&todo=0&changes=0';
const titlesIn = ({ data }: { readonly data: readonly { readonly title: string }[] }) =>
  data.map(({ title }) => title).toSorted();

test('[SCALE-01] pulls and searches of a device are answered by a standby, without a statement of the primary', async () => {
  const [node] = nodes;
  const device = await RestoredDevice.signIn(node);
  await device.create('milk');
  await scene.inStep();
  const before = await countReads(node, 'answered');
  const urls = [
    pull,
    '/api/items?type=todo&since=0',
    '/api/changes?since=0',
    '/api/items/search?q=milk',
  ];
  const texts = await sentTo(scene.group.connection.host, async () => {
    for (const url of urls) expect((await device.ask('GET', url)).status).toBe(200);
  });
  expect(texts).toEqual([]);
  // The session and the data are a read each.
  expect((await countReads(node, 'answered')) - before).toBe(2 * urls.length);
  const found = await device.ask('GET', pull);
  expect(titlesIn(found.body.todo)).toEqual(['milk']);
});

test('[SCALE-01] each device reads its own write and what the node has heard of, while no standby has it', async () => {
  const [one, other] = nodes;
  const device = await RestoredDevice.signIn(one);
  const second = await RestoredDevice.signIn(other, device.phone);
  await scene.inStep();
  await scene.pause();
  const heard = vi.spyOn(StandbyDatabases.prototype, 'hear');
  await device.create('milk');
  expect(titlesIn((await device.ask('GET', pull)).body.todo)).toEqual(['milk']);
  device.use(other);
  expect(titlesIn((await device.ask('GET', pull)).body.todo)).toEqual(['milk']);
  // Here, and at the other node by NOTIFY; the announcing node hears itself as well.
  await expect.poll(() => heard.mock.calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  heard.mockRestore();
  expect(titlesIn((await second.ask('GET', pull)).body.todo)).toEqual(['milk']);
  second.use(one);
  expect(titlesIn((await second.ask('GET', pull)).body.todo)).toEqual(['milk']);
});

test('[SCALE-02] [SCALE-06] standbys that lag, die or freeze are not read, and are read again; the node stays ready', async () => {
  const [node] = nodes;
  const [first, second] = scene.group.standbys;
  if (first === undefined || second === undefined) throw new Error('there are no standbys');
  const device = await RestoredDevice.signIn(node);
  await first.query('select pg_wal_replay_pause()');
  await second.kill();
  await device.create('milk');
  await areAt(node, 'behind', 'away');
  const other = await RestoredDevice.signIn(node, device.phone);
  expect(titlesIn((await other.ask('GET', pull)).body.todo)).toEqual(['milk']);
  await first.query('select pg_wal_replay_resume()');
  await scene.group.startStandby(second);
  await areAt(node, 'used', 'used');

  first.freeze();
  second.freeze();
  // Calls that wait for a frozen standby are answered by the primary.
  const waited = [pull, pull, pull].map((url) => device.ask('GET', url));
  for (const answer of await Promise.all(waited)) expect(answer.status).toBe(200);
  expect(await statesAt(node)).not.toContain('used');
  first.thaw();
  second.thaw();
  await areAt(node, 'used', 'used');
});

test('[SCALE-03] the answer that ends a session comes when no standby accepts it any more', async () => {
  const [one, other] = nodes;
  const owner = await RestoredDevice.signIn(one);
  const thief = await RestoredDevice.signIn(other, owner.phone);
  await scene.inStep();
  await scene.pause();
  expect((await thief.ask('GET', pull)).status).toBe(200);
  const sessions = (await owner.ask('GET', '/api/sessions')).body.data as readonly {
    readonly id: number;
    readonly current: boolean;
  }[];
  const stolen = sessions.find(({ current }) => !current);
  const startMs = performance.now();
  expect((await owner.ask('DELETE', `/api/sessions/${stolen?.id}`)).status).toBe(204);
  expect(performance.now() - startMs).toBeGreaterThan(leaseMs);
  expect((await thief.ask('GET', pull)).status).toBe(401);
  thief.use(one);
  expect((await thief.ask('GET', pull)).status).toBe(401);
});

test('[SCALE-03] a person whom the operator signs out is signed out before the standbys know', async () => {
  const [node] = nodes;
  const device = await RestoredDevice.signIn(node);
  await scene.inStep();
  await scene.pause();
  const me = await device.ask('GET', '/api/me');
  const heard = vi.spyOn(StandbyDatabases.prototype, 'hear');
  const on = { userId: me.body.user.id, at: new Date(clock.nowMs).toISOString() };
  await signOutPerson(scene.open().kysely, on);
  await expect.poll(() => heard.mock.calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  heard.mockRestore();
  expect((await device.ask('GET', pull)).status).toBe(401);
});

test('[SCALE-03] a session that the standbys do not have is looked for at the primary, and renewed there', async () => {
  const [node] = nodes;
  await scene.pause();
  const device = await RestoredDevice.signIn(node);
  expect((await device.ask('GET', pull)).status).toBe(200);
  await scene.pause(false);
  await scene.inStep();
  const seen = async () => {
    const { rows } = await scene.group.primary.query(
      `select max(last_seen_at) as at from sessions`,
    );
    return new Date((rows[0] as { readonly at: string }).at).getTime();
  };
  clock.nowMs += 2 * 3_600_000;
  const texts = await sentTo(scene.group.connection.host, async () => {
    const answer = await device.ask('GET', pull);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age');
  });
  expect(texts.some((text) => text.startsWith('update "sessions"'))).toBe(true);
  expect(await seen()).toBe(clock.nowMs);
});

describe('a read that fails at a standby', () => {
  test('[SCALE-04] a read that the replay interrupts is repeated on the other standby', async () => {
    const standbys = await standbysInStep();
    let asked = 0;
    const found = await standbys.read(async (db) => {
      asked += 1;
      return asked === 1 ? interrupted(db) : countUsers(db);
    });
    expect([asked, found]).toEqual([2, { value: expect.any(Number) }]);
    const { answered, conflict = 0, failed = 0, none } = await outcomesOf(standbys);
    // PostgreSQL ends the statement, or the session if it finds none.
    expect({ answered, ended: conflict + failed, none }).toEqual({
      answered: 1,
      ended: 1,
      none: 0,
    });
  });

  test('[SCALE-04] a read that is interrupted twice is left to the primary', async () => {
    const standbys = await standbysInStep();
    let asked = 0;
    const found = await standbys.read((db) => {
      asked += 1;
      return interrupted(db);
    });
    expect([asked, found]).toEqual([2, null]);
  });

  test('[SCALE-04] a bug in a read is no failure of the standby', async () => {
    const standbys = await standbysInStep();
    let asked = 0;
    const broken = standbys.read(() => {
      asked += 1;
      return Promise.reject(new Error('a bug'));
    });
    await expect(broken).rejects.toThrow('a bug');
    expect(asked).toBe(1);
  });
});

test('[SCALE-02] an answer that comes after its proof has expired does not count', async () => {
  const standbys = await standbysInStep();
  let asked = 0;
  const found = await standbys.read(async (db) => {
    asked += 1;
    const users = await countUsers(db);
    // As if this process had stood still.
    const nowMs = performance.now() + 2 * leaseMs;
    if (asked === 1) vi.spyOn(performance, 'now').mockReturnValueOnce(nowMs);
    return users;
  });
  expect([asked, found]).toEqual([2, { value: expect.any(Number) }]);
});

/** The standbys, once both are in step. */
async function standbysInStep(): Promise<StandbyDatabases> {
  const primary = scene.open();
  const opened = scene.group.standbys.map(({ connection }) => scene.open(connection));
  const standbys = new StandbyDatabases(primary, opened, leaseMs);
  onTestFinished(() => standbys.close());
  await expect
    .poll(() => standbys.reports().map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['used', 'used']);
  return standbys;
}

const countUsers = async (db: Connection): Promise<number> =>
  (await db.selectFrom('users').select('id').execute()).length;

/** A read whose transaction has begun when the primary takes a table away from it. */
async function interrupted(db: Connection): Promise<number> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await countUsers(tx);
      await scene.group.primary.query('begin; lock table users in access exclusive mode; commit');
      await until('an end of the read', async () => (await countUsers(tx)) < 0);
      return 0;
    });
}

async function outcomesOf(standbys: StandbyDatabases): Promise<Record<string, number>> {
  const [reads] = standbys.metrics;
  const { values } = (await reads?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
}
