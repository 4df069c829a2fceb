import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import {
  startServerUnderTest,
  type ServerUnderTest,
} from '../../http/testing/server-under-test.ts';
import { TestClient, codeOf, type TestAnswer } from '../../http/testing/test-client.ts';
import { openDatabase, type Database } from './database.ts';
import { awayStates, databaseFailure } from './failure.ts';

let server: ServerUnderTest;
let app: FastifyInstance;
let database: Database;
let log = '';
let admin: pg.Client;

/** Runs work in a separate session, with the given user and database. */
async function session<T>(
  work: (client: pg.Client) => Promise<T>,
  where: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ ...server.address, ...where });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const grants = `
  grant select, insert, update, delete on all tables in schema public to app;
  grant usage on all sequences in schema public to app`;

beforeAll(async () => {
  server = await startServerUnderTest('own');
  admin = new pg.Client({ ...server.address, database: 'postgres' });
  await admin.connect();
  await admin.query('create role app login');
  await session((client) => client.query(grants));
  // Few connections, so that each runs into the state.
  const address = { ...server.address, user: 'app' };
  database = openDatabase({ address, isDirect: true, maxConnections: 2 });
  const logger = pino({ level: 'warn' }, { write: (line: string) => void (log += line) });
  app = await server.build({}, { database, logger });
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
  await database?.close();
});

/** Calls that cause each state in a session; a node's requests run into those of `doings`. */
const met: Readonly<Record<string, (client: pg.Client) => Promise<unknown>>> = {
  '08P01': (client) => client.query('select $1::int, $2::int', [1]),
  '0A000': async (client) => {
    const prepared = { name: 'all', text: 'select * from made' };
    await client.query('create table made (a int)');
    await client.query(prepared);
    await client.query('alter table made add column b int');
    await client.query(prepared);
  },
  '25006': (client) => client.query('begin read only; create table readable ()'),
  '25P03': async (client) => {
    const ended = once(client, 'error');
    await client.query('set idle_in_transaction_session_timeout = 1; begin');
    throw (await ended)[0];
  },
  '26000': (client) => client.query('execute nothing'),
  '28000': () => session(async () => {}, { user: 'nobody_knows' }),
  '3D000': () => session(async () => {}, { database: 'nowhere' }),
  '3F000': (client) => client.query('set search_path = nowhere; create table lost ()'),
  '42501': (client) => client.query('set role app; select from pg_authid'),
  '42703': (client) => client.query('select absent from items'),
  '42P01': (client) => client.query('select from absent'),
  '42P10': (client) =>
    client.query(`create temp table keyless (a int); insert into keyless values (1)
      on conflict (a) do nothing`),
  '53300': async (client) => {
    await client.query('create role limited login connection limit 0');
    await session(async () => {}, { user: 'limited' });
  },
  '55000': async (client) => {
    await client.query('create materialized view empty as select 1 as one with no data');
    await client.query('select * from empty');
  },
  '57014': (client) => client.query('set statement_timeout = 1; select pg_sleep(60)'),
  '57P01': (client) => client.query('select pg_terminate_backend(pg_backend_pid())'),
  '58P01': async (client) => {
    rmSync(await fileOf(client, 'removed'));
    await session((other) => other.query('select * from removed'));
  },
  XX001: async (client) => {
    appendFileSync(await fileOf(client, 'damaged'), Buffer.alloc(8_192, 7));
    await session((other) => other.query('select * from damaged'));
  },
};

/** The file of a new table. */
async function fileOf(client: pg.Client, table: string): Promise<string> {
  await client.query(`create table ${table} as select 1 as one; checkpoint`);
  const { rows } = await client.query<{ file: string; folder: string }>(`
    select pg_relation_filepath('${table}') as file,
      current_setting('data_directory') as folder`);
  return join(rows[0]?.folder ?? '', rows[0]?.file ?? '');
}

test.each(Object.entries(met))(
  'a database in state %s is reported as unable to answer now',
  async (state, meet) => {
    const error: unknown = await session(meet).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect((error as pg.DatabaseError).code).toBe(state);
    expect(databaseFailure(error)).toBe('away');
  },
);

test('each known error state occurs in the cases above', () => {
  const isMet = (known: string) => Object.keys(met).some((state) => state.startsWith(known));
  expect(Object.keys(awayStates).filter((known) => !isMet(known))).toEqual([]);
});

/** An operator's action while nodes run, and its reversal. */
interface Doing {
  readonly state: string;
  readonly does: string;
  readonly undoes: string;
  /** Earlier connections are ended after it. */
  readonly endsSessions?: boolean;
  /** Another action, after they have ended. */
  readonly after?: { readonly does: string; readonly undoes: string };
}

const doings: readonly Doing[] = [
  {
    state: '0A000',
    does: 'alter table sessions alter column mode type varchar',
    undoes: 'alter table sessions alter column mode type text',
  },
  {
    state: '25006',
    does: 'alter role app set default_transaction_read_only = on',
    undoes: 'alter role app reset all',
    endsSessions: true,
  },
  {
    state: '28000',
    does: 'alter role app nologin',
    undoes: 'alter role app login',
    endsSessions: true,
  },
  {
    state: '3D000',
    does: 'alter database foray allow_connections false',
    undoes: 'alter database foray allow_connections true',
    endsSessions: true,
    after: {
      does: 'alter database foray rename to aside',
      undoes: 'alter database aside rename to foray',
    },
  },
  { state: '42501', does: 'revoke all on all tables in schema public from app', undoes: grants },
  {
    state: '42703',
    does: 'alter table heads rename column run to other',
    undoes: 'alter table heads rename column other to run',
  },
  {
    state: '42P01',
    does: 'alter table access rename to other',
    undoes: 'alter table other rename to access',
  },
  {
    state: '42P10',
    does: 'alter table access drop constraint access_pkey',
    undoes: 'alter table access add primary key (user_id, item_id)',
  },
  {
    state: '53300',
    does: 'alter role app connection limit 0',
    undoes: 'alter role app connection limit -1',
    endsSessions: true,
  },
  {
    state: '55000',
    does: 'alter database foray allow_connections false',
    undoes: 'alter database foray allow_connections true',
    endsSessions: true,
  },
];

/** Within this many rounds of calls, each of the node's two connections has run into a state, or its end. */
const rounds = 50;

/** Every kind of call that a device makes. */
async function askAll(client: TestClient): Promise<readonly TestAnswer[]> {
  const data = { type: 'todo', title: 'x' };
  const entry = { id: `batch ${Math.random()}`, method: 'POST', url: '/api/items', data };
  return [
    await client.get('/api/items?type=todo&since=0'),
    await client.post('/api/items', data),
    await client.post('/api/batch', { requests: [entry] }),
    await client.get('/api/sessions'),
  ];
}

test.each(doings)(
  '[RESTORE-04] in state $state a node delays requests, and answers them afterwards',
  async ({ state, does, undoes, endsSessions = false, after }) => {
    const client = new TestClient(app);
    await client.signIn();
    const before = await askAll(client);
    expect(before.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
    const run = (text: string) =>
      text.startsWith('alter database') ? admin.query(text) : session((one) => one.query(text));
    log = '';
    await run(does);
    if (endsSessions) await endSessions();
    if (after !== undefined) await run(after.does);
    // Each connection fails with the state at its next statement.
    for (let asked = 0; !log.includes(`"state":"${state}"`); asked += 1) {
      expect(asked, `no call has met ${state}; the log says: ${log}`).toBeLessThan(rounds);
      for (const answer of await askAll(client)) {
        // Calls that the state does not affect still work.
        if (answer.status < 300) continue;
        expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
        expect(answer.headers['retry-after']).toBe('2');
      }
    }
    expect(log).not.toContain('"bug"');
    if (after !== undefined) await run(after.undoes);
    await run(undoes);
    let answers = await askAll(client);
    for (let asked = 1; answers.some(({ status }) => status === 503); asked += 1) {
      expect(asked, `503 although ${state} is over; the log says: ${log}`).toBeLessThan(rounds);
      answers = await askAll(client);
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
  },
);

async function endSessions(): Promise<void> {
  await admin.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'foray'`);
}
