import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CommandScene } from '../bin/command.ts';
import { openDatabase, type Database } from '../db/pool/database.ts';
import { migrateTo } from '../db/testing/older-release.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import { buildTestApp } from '../http/testing/test-app.ts';
import { TestClient } from '../http/testing/test-client.ts';
import {
  answerBackup,
  prepareRestore,
  readBackupCommand,
  readRestoreCommand,
} from '../bin/backup-command.ts';
import type { RestoreArguments } from '../bin/backup-command.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';
import { checkBackup } from './check-backup.ts';

const env = { FORAY_SECRET: 'the secret of an operator, of more than 32 characters' };

let server: ServerUnderTest;
let folder: string;
beforeAll(async () => {
  server = await startServerUnderTest();
  folder = mkdtempSync(join(tmpdir(), 'foray-backup-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let file: string;
let count = 0;
beforeEach(() => {
  count += 1;
  file = join(folder, `${count}.backup`);
});

const sceneOf = (database: Database) => ({ database, folder: null, env });
const backUp = () => answerBackup(sceneOf(server.database), file);
const restore = async (scene: CommandScene, command: RestoreArguments): Promise<unknown> =>
  (await prepareRestore(command))(scene);

/** An empty database of the same PostgreSQL. */
async function emptyDatabase(): Promise<Database> {
  const database = openDatabase({ address: await createEmptyDatabase(), isDirect: true });
  onTestFinished(() => database.close());
  return database;
}

/**
 * The state of every sequence, and every row as text, except those that identify the run and the database.
 */
async function rowsOf({ kysely }: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' and tablename not in ('witness', 'runs') order by 1`.execute(
    kysely,
  );
  const { rows: numbers } = await sql<{ row: string }>`
    select concat(sequencename, ' ', last_value) as row from pg_sequences order by 1`.execute(
    kysely,
  );
  const all: Record<string, readonly string[]> = { numbers: numbers.map(({ row }) => row) };
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(kysely);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test('[BACKUP-01] a backup that is restored into an empty database has every row, and numbers continue', async () => {
  const ann = await server.signedIn('Ann');
  await ann.create({
    title: 'Pack “the” "tent" \\n 🏕',
    description: 'A line\nand \u2028 another,\ttab',
  });
  const { id } = await ann.create({ title: 'Second' });
  await ann.patch(`/api/items/${id}`, { labels: ['one', 'two'], priority: 'high' });
  expect(await backUp()).toMatch(/^The backup is in .* MB\)\. Keep FORAY_SECRET apart/);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const database = await emptyDatabase();
  expect(await restore(sceneOf(database), { file, replaces: false })).toMatch(
    /^The backup of 20.* is restored \(\d+ rows\)\.$/,
  );
  expect(await rowsOf(database)).toEqual(await rowsOf(server.database));
  const app = await buildTestApp({ database, nowMs: () => server.clock.nowMs });
  onTestFinished(() => app.close());
  const later = new TestClient(app);
  for (const [name, value] of ann.cookies) later.cookies.set(name, value);
  const made = await later.create();
  expect(made.id).toBeGreaterThan(id);
});

test('[BACKUP-02] a backup made while people write shows a single moment, and contains everything confirmed before it', async () => {
  const writers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = await server.signedIn();
      return client;
    }),
  );
  let isOver = false;
  let confirmed = 0;
  const writing = writers.map(async (client) => {
    while (!isOver) {
      await client.create({ title: 'Written' });
      confirmed += 1;
    }
  });
  await expect.poll(() => confirmed).toBeGreaterThan(20);
  const before = confirmed;
  await backUp();
  isOver = true;
  await Promise.all(writing);
  const database = await emptyDatabase();
  // Its foreign keys are checked when they are added again.
  await restore(sceneOf(database), { file, replaces: false });
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where title = 'Written')::int as written,
      count(*) filter (where not exists (
        select from access a where a.item_id = i.id and a.user_id = i.user_id))::int as unseen,
      (select count(*)::int from heads h where h.head <> (
        select coalesce(max(seq), 0) from (
          select seq, user_id from access union all select seq, user_id from feed) s
        where s.user_id = h.user_id)) as behind
    from items i`.execute(database.kysely);
  expect(rows[0]).toMatchObject({ unseen: 0, behind: 0 });
  expect(rows[0]?.['written']).toBeGreaterThanOrEqual(before);
  expect(rows[0]?.['written']).toBeLessThanOrEqual(confirmed);
});

/** Replaces a backup by one with a changed text. */
const changed = (change: (text: string) => string): void =>
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString())));

test.each<[string, () => void, string]>([
  ['cut off by a byte', () => cut(-1), 'it is cut off or changed'],
  ['cut off in the middle', () => cut(statSync(file).size / 2), 'it is cut off or changed'],
  ['empty', () => cut(0), 'it is cut off or changed'],
  ['no such file', () => rmSync(file), 'there is no such file'],
  ['another text', () => changed(() => 'Hello\n'), 'it is no backup of Foray'],
  ['no gzip', () => writeFileSync(file, 'Hello'), 'it is cut off or changed'],
  ['a letter changed', () => changed((text) => text.replace('Ann', 'Anna')), 'cut off or changed'],
  [
    'without its end',
    () => changed((text) => text.replace(/sha256.*\n/, '')),
    'cut off or changed',
  ],
  ['with more after it', () => changed((text) => `${text}{}\n`), 'there is more after its end'],
  ['of another form', () => changed((text) => text.replace('[1,', '[2,')), 'a newer version'],
])(
  '[BACKUP-03] a damaged backup is refused, and changes nothing: %s',
  async (_what, damage, reason) => {
    await server.client().signIn('Ann');
    await backUp();
    damage();
    const rows = await rowsOf(server.database);
    const restoring = restore(sceneOf(server.database), { file, replaces: true });
    await expect(restoring).rejects.toMatchObject({ code: 'backup' });
    await expect(restoring).rejects.toThrow(reason);
    await expect(restoring).rejects.toThrow('Nothing was changed.');
    expect(await rowsOf(server.database)).toEqual(rows);
  },
);

function cut(bytes: number): void {
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, bytes < 0 ? whole.length + bytes : Math.floor(bytes)));
}

test('[BACKUP-04] people already in the database stay unless the command says that they may be replaced', async () => {
  await server.client().signIn('Ann');
  await backUp();
  await server.client().signIn('Bob');
  const rows = await rowsOf(server.database);
  const scene = sceneOf(server.database);
  await expect(restore(scene, { file, replaces: false })).rejects.toThrow(
    'There are people in the database: add --replace',
  );
  expect(await rowsOf(server.database)).toEqual(rows);
  await restore(scene, { file, replaces: true });
  const names = await sql<{ name: string }>`select name from users where name = 'Bob'`.execute(
    server.database.kysely,
  );
  expect(names.rows).toEqual([]);
});

test('[BACKUP-04] a restore that fails halfway leaves the current data unchanged', async () => {
  const ann = await server.signedIn('Ann');
  await ann.create();
  await backUp();
  const { head } = await checkBackup(file);
  const text = gunzipSync(readFileSync(file)).toString();
  // Its checksum is right, but the rows violate the keys of the tables.
  const users = text.split('\n').filter((line) => !/"phone":.*"name":"Ann"/.test(line));
  const lines = users.filter((line) => line !== '' && !line.startsWith('sha256'));
  const body = lines.map((line) => `${line}\n`).join('');
  const seal = createHash('sha256').update(body).digest('hex');
  writeFileSync(file, gzipSync(`${body}sha256 ${seal}\n`));
  expect((await checkBackup(file)).head).toEqual(head);
  const rows = await rowsOf(server.database);
  await expect(restore(sceneOf(server.database), { file, replaces: true })).rejects.toMatchObject({
    code: '23503',
  });
  expect(await rowsOf(server.database)).toEqual(rows);
});

test('[BACKUP-05] the backup of an earlier release is migrated to this one', async () => {
  const older = await emptyDatabase();
  await migrateTo(older, '0009-expand-priority');
  await sql`
    insert into users (id, phone, name, created_at, updated_at)
    values (5000, '+4915100000000', 'Ann', now(), now())`.execute(older.kysely);
  await sql`
    insert into items (uuid, root_id, type, title, status, user_id, created_at, updated_at, version,
      search_text)
    values (gen_random_uuid(), 10000000, 'todo', 'Old', 'pending', 5000, now(), now(), 1, 'old')`.execute(
    older.kysely,
  );
  await answerBackup(sceneOf(older), file);
  const database = await emptyDatabase();
  await restore(sceneOf(database), { file, replaces: false });
  const { rows } = await sql`
    select i.title, i.labels, u.name from items i join users u on u.id = i.user_id`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ title: 'Old', labels: [], name: 'Ann' }]);
  expect(await database.isReady()).toBe(true);
});

test('[BACKUP-03] the backup of a newer release is refused, and a database of a newer release is not backed up', async () => {
  const newer = '9999-expand-future';
  await backUp();
  async function* asNewer(): AsyncGenerator<string> {
    for await (const line of readBackupFile(file)) {
      yield line.replace('"migrations":[', `"migrations":["${newer}",`);
    }
  }
  const made = `${file}-of-newer`;
  await writeBackupFile(made, asNewer());
  await expect(restore(sceneOf(server.database), { file: made, replaces: true })).rejects.toThrow(
    'a newer version of Foray made it, which has 9999-expand-future',
  );

  const { pool } = server.database;
  await pool.query(`insert into kysely_migration values ($1, '')`, [newer]);
  onTestFinished(async () => {
    await pool.query('delete from kysely_migration where name = $1', [newer]);
  });
  // Tables that this version does not know would be missing.
  await expect(answerBackup(sceneOf(server.database), `${file}-2`)).rejects.toThrow(
    'made by a newer version of Foray (it has 9999-expand-future)',
  );
  expect(existsSync(`${file}-2`)).toBe(false);
});

test('[BACKUP-06] an existing file is not overwritten, and a failed write leaves nothing', async () => {
  writeFileSync(file, 'mine');
  await expect(backUp()).rejects.toThrow('already: name another one');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const beside = join(folder, 'beside.backup');
  writeFileSync(`${beside}.partial`, 'mine', { mode: 0o644 });
  await expect(answerBackup(sceneOf(server.database), beside)).rejects.toThrow(
    `There is a file ${beside}.partial already`,
  );
  expect(readFileSync(`${beside}.partial`, 'utf8')).toBe('mine');
  const link = join(folder, 'link.backup');
  symlinkSync(join(folder, 'nowhere'), link);
  await expect(answerBackup(sceneOf(server.database), link)).rejects.toThrow('name another one');
  async function* cutOff() {
    yield 'a line';
    throw new Error('the database went away');
  }
  await expect(writeBackupFile(join(folder, 'cut-off.backup'), cutOff())).rejects.toThrow(
    'the database went away',
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('cut-off'))).toEqual([]);
});

test('[BACKUP-06] a file that cannot be written or read is reported in a sentence', async () => {
  const nowhere = join(folder, 'none', 'a.backup');
  await expect(answerBackup(sceneOf(server.database), nowhere)).rejects.toThrow(
    `No backup can be written to ${nowhere} (ENOENT`,
  );
  const asked = { file: folder, replaces: true };
  await expect(restore(sceneOf(server.database), asked)).rejects.toThrow(
    /^The backup in .* cannot be used: it cannot be read \(EISDIR.*\)\. Nothing was changed\.$/,
  );
});

test.each([[[]], [['--all']], [['a', 'b']]])('%j is refused as the name of a backup', (args) => {
  expect(() => readBackupCommand(args)).toThrow('npm run backup -- FILE');
  expect(() => readRestoreCommand(args)).toThrow('npm run restore -- FILE');
});

test('the option that lets a restore replace the current data may come before or after the file', () => {
  const file = join(folder, 'a');
  expect(readRestoreCommand([file])).toEqual({ file, replaces: false });
  expect(readRestoreCommand([file, '--replace'])).toEqual({ file, replaces: true });
  expect(readRestoreCommand(['--replace', file])).toEqual({ file, replaces: true });
});
