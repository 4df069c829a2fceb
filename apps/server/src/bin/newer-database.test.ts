import type { PostgresConnection } from '@foray/embedded-postgres';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../db/pool/database.ts';
import { migrate, migrateUnlessNewer } from '../db/upkeep/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import {
  bundleServer,
  type ServerPrograms,
  type ServerProcess,
} from '../testing/server-process.ts';
import { UrlClient } from '../testing/url-client.ts';

// Here this version is an earlier one to which an operator goes back: the database has later migrations.

const known = Object.keys(migrations);
const last = known.at(-1) ?? '';

let programs: ServerPrograms;
let address: PostgresConnection;
let client: pg.Client;
let started: ServerProcess[];

beforeAll(async () => {
  programs = await bundleServer();
});
afterAll(() => programs?.remove());

beforeEach(async () => {
  started = [];
  address = await createEmptyDatabase();
  client = new pg.Client(address);
  await client.connect();
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await client.end();
});

function start(): ServerProcess {
  const { host, user, database } = address;
  const server = programs.run({
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    FORAY_SECRET: 's'.repeat(32),
  });
  started.push(server);
  return server;
}

/** Starts a later version: runs migrations in their order, each with its requirement. */
async function migrateLater(
  ...later: readonly { readonly name: string; readonly needs?: string; readonly text?: string }[]
): Promise<void> {
  const database = openDatabase({ address });
  await migrate(database);
  await database.close();
  for (const { name, needs, text = '' } of later) {
    await client.query(`begin; ${text}`);
    if (needs !== undefined) {
      await client.query('insert into meta (key, value) values ($1, $2)', [name, needs]);
    }
    await client.query(`insert into kysely_migration values ($1, '')`, [name]);
    await client.query('commit');
  }
}

/** Every column, index and migration, as text. */
async function shape(): Promise<string> {
  const { rows } = await client.query(`
    select table_name || '.' || column_name as of from information_schema.columns
      where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select name from kysely_migration order by 1`);
  return JSON.stringify(rows);
}

const expansion = {
  name: '0998-expand-colours',
  needs: last,
  text: `
    alter table items add column colour text not null default 'none';
    create table colours (name text primary key)`,
};

test('[UPG-10] two nodes run on a database with later compatible expansions, report them once, and migrate nothing', async () => {
  await migrateLater(expansion, { name: '0999-contract-nothing', needs: known[3]! });
  const before = await shape();
  const nodes = [start(), start()] as const;
  const addresses = await Promise.all(nodes.map((node) => node.address));
  const uuid = randomUUID();
  const ann = new UrlClient(addresses[0]!);
  await ann.signIn('+4915100000001', 'Ann');
  expect(await ann.send('POST', '/api/items', { uuid, type: 'todo', title: 'Milk' })).toMatchObject(
    { status: 201 },
  );
  expect(await ann.at(addresses[1]!).get('/api/items?type=todo&since=0')).toMatchObject({
    status: 200,
    body: { data: [{ uuid, title: 'Milk' }] },
  });
  const line =
    'The database was made by a newer version of Foray, beside which this one can run ' +
    '(it has 0998-expand-colours, 0999-contract-nothing).\n';
  for (const [index, node] of nodes.entries()) {
    await expect.poll(async () => (await fetch(`${addresses[index]}/readyz`)).status).toBe(200);
    node.child.kill('SIGTERM');
    const out = `${line}Foray is ready at ${addresses[index]}\n`;
    expect(await node.ended).toEqual({ code: 0, out, complaint: '' });
  }
  expect(await shape()).toBe(before);
});

test('[UPG-11] a database with a later migration that is incompatible, or does not say what it requires, is refused in one sentence and left unchanged', async () => {
  await migrateLater(expansion, { name: '0999-contract-colours', needs: expansion.name });
  const before = await shape();
  const { code, out, complaint } = await start().ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(complaint).toMatch(
    /^The database was made by a newer version of Foray \(it has 0998-expand-colours, 0999-contract-colours\);[^\n]*\.\n$/,
  );
  expect(await shape()).toBe(before);

  const database = openDatabase({ address });
  await client.query(`delete from meta where key = '0999-contract-colours'`);
  await expect(migrateUnlessNewer(database)).rejects.toThrow('0999-contract-colours');
  await client.query(`delete from kysely_migration where name = '0999-contract-colours'`);
  expect(await migrateUnlessNewer(database)).toEqual([expansion.name]);
  // Made by another line of versions, which lacks some migrations of this one.
  await client.query('delete from kysely_migration where name = $1', [last]);
  await expect(migrateUnlessNewer(database)).rejects.toThrow(expansion.name);
  await database.close();
  expect(JSON.parse(await shape())).not.toContainEqual({ of: last });
});
