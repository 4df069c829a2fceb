import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { readConfig } from '../config/config.ts';
import { deriveKeys } from '../config/keys.ts';
import { openDatabase } from '../db/pool/database.ts';
import { createEmptyDatabase, startTestDatabase } from '../db/testing/test-database.ts';
import { cleanUpDatabase } from '../db/upkeep/clean-up.ts';
import { giveSign } from '../db/upkeep/node-signs.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import { checkBackups } from './backup-check.ts';
import { cannotUse, checkClock, checkPooler } from './database-checks.ts';
import { checkNodes } from './nodes-check.ts';
import { checkSecret } from './secret-check.ts';
import { checkCodes, checkProxy } from './settings-checks.ts';

const shared = await sharedInFile(startTestDatabase());

const code = { AUTH: 'code', SMS_WEBHOOK_URL: 'https://sms.example/send' };
const PUBLIC_URL = 'https://foray.example';

test.each<[string, Record<string, string>, string | null]>([
  ['a server for its own machine', {}, null],
  ['an https address without a proxy', { ...code, PUBLIC_URL }, 'TRUST_PROXY'],
  ['a proxy without an address', { ...code, TRUST_PROXY: '1' }, 'PUBLIC_URL'],
  ['a server for others without an address', { ...code, HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  ['a proxy with an address', { ...code, PUBLIC_URL, TRUST_PROXY: '1' }, null],
  ['an address without TLS', { ...code, PUBLIC_URL: 'http://foray.example' }, null],
])('[OPS-16] the proxy settings of %s', (_, env, setting) => {
  expect(checkProxy(readConfig(env))).toMatchObject({
    level: setting === null ? 'ok' : 'warn',
    setting,
  });
});

test.each<[string, Record<string, string>, string, string]>([
  ['no codes', {}, 'ok', 'AUTH'],
  ['codes in the log of a trial', { AUTH: 'code', SMS: 'console' }, 'ok', 'SMS'],
  ['codes in the log', { AUTH: 'code', SMS: 'console', PUBLIC_URL }, 'warn', 'SMS'],
  ['a webhook', code, 'ok', 'SMS_WEBHOOK_URL'],
  [
    'a webhook without TLS',
    { ...code, SMS_WEBHOOK_URL: 'http://sms.example' },
    'warn',
    'SMS_WEBHOOK_URL',
  ],
  ['a webhook here', { ...code, SMS_WEBHOOK_URL: 'http://127.0.0.1:9' }, 'ok', 'SMS_WEBHOOK_URL'],
  [
    'a webhook in its own network',
    { ...code, SMS_WEBHOOK_URL: 'http://gateway:9' },
    'ok',
    'SMS_WEBHOOK_URL',
  ],
])('[OPS-16] the settings of %s', (_, env, level, setting) => {
  expect(checkCodes(readConfig(env))).toMatchObject({ level, setting });
});

const [mine, other] = ['m'.repeat(32), 'o'.repeat(32)];
const nameOf = (secret: string) => deriveKeys(secret).name;

test.each<[string, string | null, readonly [string | null, string | null, boolean], string]>([
  ['no mark', null, [mine, null, false], 'ok'],
  ['its own mark', nameOf(mine), [mine, null, false], 'ok'],
  ['the mark of the previous secret', nameOf(other), [mine, other, false], 'ok'],
  ['the mark of another secret', nameOf(other), [mine, null, false], 'fail'],
  ['the mark of a third secret', nameOf('t'.repeat(32)), [mine, other, false], 'fail'],
  ['a mark and no file', nameOf(other), [null, null, false], 'fail'],
  ['a mark of the file that was moved aside', nameOf(other), [null, other, false], 'ok'],
  ['the mark of a lost secret', nameOf(other), [mine, null, true], 'warn'],
  ['its own mark and a lasting permission', nameOf(mine), [mine, null, true], 'warn'],
])('[OPS-13] a secret with %s', (_, mark, [secret, previousSecret, allowsOther], level) => {
  expect(checkSecret(mark, { secret, previousSecret, allowsOther }).level).toBe(level);
});

test.each([
  [0, 'ok', /agree/],
  [4_000, 'ok', /agree/],
  [-4_000, 'ok', /agree/],
  [3_600_000, 'warn', / 3600 s ahead of /],
  [-3_600_000, 'warn', / 3600 s behind /],
])('[OPS-16] a clock that is %i ms ahead of the database', async (ms, level, text) => {
  const found = await checkClock(shared.database.kysely, () => Date.now() + ms);
  expect(found).toMatchObject({ level, text: expect.stringMatching(text) });
});

test.each([
  [true, 'warn'],
  [false, 'ok'],
])('[OPS-16] a direct address with a pooler (%s) is noticed', async (isPooled, level) => {
  const database = openDatabase({ address: shared.address, isDirect: true, maxConnections: 1 });
  onTestFinished(() => database.close());
  // A pooler gives its clients numbers of its own.
  if (isPooled) database.pool.on('connect', (client) => Object.assign(client, { processID: 1 }));
  const { database: config } = readConfig({
    DATABASE_URL: 'postgres://db/foray',
    FORAY_SECRET: mine,
  });
  expect(await checkPooler(database, config)).toMatchObject({
    level,
    setting: 'DATABASE_DIRECT_URL',
  });
});

test('[OPS-16] a pooler that refuses the settings of a session is named', () => {
  const refused = new Error('unsupported startup parameter: statement_timeout');
  expect(cannotUse(refused)).toMatchObject({ level: 'fail', setting: 'DATABASE_DIRECT_URL' });
  expect(cannotUse(new Error('no route'))).toMatchObject({
    level: 'fail',
    setting: null,
    text: expect.stringContaining('(no route)'),
  });
});

describe('[OPS-16] the age of the newest backup', () => {
  const hourMs = 3_600_000;
  const madeMs = Date.parse('2126-03-01T12:00:00Z');
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'foray-doctor-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  });
  const look = (nowMs: number, { kysely } = shared.database) =>
    checkBackups(kysely, { backups: { folder: null, everyHours: 6, kept: 7 }, dataDir }, nowMs);

  test.each([
    [1, 'ok'],
    [12, 'ok'],
    [13, 'warn'],
  ])('is %i hours of at most 12', async (hours, level) => {
    mkdirSync(join(dataDir, 'backups'));
    for (const day of ['02-20', '03-01']) {
      writeFileSync(join(dataDir, `backups/foray-2126-${day}T12-00-00Z.backup`), '');
    }
    expect(await look(madeMs + hours * hourMs)).toMatchObject({ level, setting: 'BACKUP_HOURS' });
  });

  test('counts from the first start if there is none', async () => {
    expect((await look(Date.now())).level).toBe('ok');
    expect((await look(madeMs)).level).toBe('warn');
    const empty = openDatabase({ address: await createEmptyDatabase() });
    onTestFinished(() => empty.close());
    expect((await look(madeMs, empty)).level).toBe('ok');
  });

  test('with DATABASE_URL is that of the folder for them', async () => {
    const folder = join(dataDir, 'mine');
    const backups = { folder, everyHours: 6, kept: 7 };
    const at = (hours: number) =>
      checkBackups(shared.database.kysely, { backups, dataDir: null }, madeMs + hours * hourMs);
    writeFileSync(folder, 'no folder');
    expect(await at(1)).toMatchObject({ level: 'warn', setting: 'BACKUP_FOLDER' });
    rmSync(folder);
    mkdirSync(folder);
    writeFileSync(join(folder, 'foray-2126-03-01T12-00-00Z.backup'), '');
    expect((await at(1)).level).toBe('ok');
    expect(await at(13)).toMatchObject({ level: 'warn', setting: 'BACKUP_HOURS' });
  });

  test('is not asked for where Foray makes no backups', async () => {
    const { kysely } = shared.database;
    for (const one of [
      { backups: null, dataDir },
      { backups: null, dataDir: null },
    ]) {
      expect((await checkBackups(kysely, one, madeMs)).level).toBe('ok');
    }
  });
});

describe('[OPS-17] the nodes on a database', () => {
  const own = { version: '0.10.0', build: 'aaaa' };
  const db = shared.database.kysely;
  beforeEach(() => db.deleteFrom('nodes').execute());
  const start = async (version: string, build: string, silentMinutes = 0): Promise<void> => {
    const id = randomUUID();
    await giveSign(db, { id, version, build });
    const seenAt = new Date(Date.now() - silentMinutes * 60_000).toISOString();
    await db.updateTable('nodes').set({ seen_at: seenAt }).where('id', '=', id).execute();
  };

  test('are named by their versions, of which several are a note', async () => {
    expect(await checkNodes(db, own, false)).toEqual({
      check: 'nodes',
      level: 'ok',
      setting: null,
      text: 'No node has noted that it runs. Nodes of the release 0.4.0 and earlier ones are not seen.',
    });
    await start('0.10.0', 'aaaa');
    await start('0.10.0', 'aaaa');
    expect(await checkNodes(db, own, false)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/^Nodes that run: 2 of this version 0\.10\.0 \(aaaa\)\. Nodes/),
    });
    for (const version of ['0.9.7', '0.10.1', '1.0.0']) await start(version, 'bbbb');
    await start('0.10.0', 'bbbb');
    const { level, text } = await checkNodes(db, own, false);
    expect(level).toBe('note');
    expect(text.split('. ')[0]).toBe(
      'Nodes that run: 2 of this version 0.10.0 (aaaa), 1 of the older version 0.9.7 (bbbb), 1 of the newer version 0.10.1 (bbbb), 1 of the newer version 1.0.0 (bbbb), 1 of another build of this version 0.10.0 (bbbb)',
    );
  });

  test('are a note to the command of this version if all have another one', async () => {
    await start('0.9.7', 'bbbb');
    expect((await checkNodes(db, own, false)).level).toBe('note');
  });

  test.each([
    [14, 'ok', null],
    [16, 'warn', / gave its last sign 16 minutes ago: /],
    [1441, 'ok', null],
  ])('without a sign for %i minutes: %s', async (minutes, level, text) => {
    await start('0.10.0', 'aaaa', minutes);
    const found = await checkNodes(db, own, false);
    expect(found.level).toBe(level);
    if (text !== null) expect(found.text).toMatch(text);
    // The database of a data folder has one node at a time.
    expect((await checkNodes(db, own, true)).level).toBe('ok');
    await cleanUpDatabase(db, Date.now());
    const { count } = await db
      .selectFrom('nodes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(minutes > 1_440 ? 0 : 1);
  });
});
