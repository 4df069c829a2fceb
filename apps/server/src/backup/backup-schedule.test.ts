import Fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsText, metricsToken } from '../http/testing/metrics-of.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { prepareRestore } from '../bin/backup-command.ts';
import { openDatabase } from '../db/pool/database.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { backUpIfDue, type BackupSchedule, startBackups } from './backup-schedule.ts';
import { checkBackup } from './check-backup.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T12:00:00.000Z');

const server = await sharedInFile(startServerUnderTest());

let around: string;
let folder: string;
let schedule: BackupSchedule;
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'foray-backups-'));
  folder = join(around, 'backups');
  schedule = {
    address: server.address,
    folder,
    everyHours: 24,
    kept: 3,
    secret: () => ({ files: { secret: 's' } }),
  };
});

afterEach(() => rmSync(around, { recursive: true }));

const look = (atHours: number) => backUpIfDue(schedule, startMs + atHours * hourMs);

test('[BACKUP-08] a backup is made when the newest is a day old, and only the newest three are kept', async () => {
  const made: boolean[] = [];
  for (const hours of [0, 1, 23, 24, 47, 48, 72, 96]) made.push(await look(hours));
  expect(made).toEqual([true, false, false, true, false, true, true, true]);
  expect(readdirSync(folder)).toEqual(
    ['03', '04', '05'].map((day) => `foray-2026-03-${day}T12-00-00Z.backup`),
  );
  const { head } = await checkBackup(join(folder, 'foray-2026-03-05T12-00-00Z.backup'));
  expect([head.madeAt, head.secretFiles]).toEqual(['2026-03-05T12:00:00.000Z', { secret: 's' }]);
});

test('[BACKUP-08] other files in the folder stay, and do not count', async () => {
  await look(0);
  const others = ['foray-9999.backup', 'mine.backup', 'notes.txt'];
  for (const name of others) writeFileSync(join(folder, name), '');
  for (const hours of [24, 48, 72, 96]) await look(hours);
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(others));
  expect(names).toHaveLength(others.length + 3);
});

test('[BACKUP-08] the remains of an interrupted backup are deleted before the next one', async () => {
  await look(0);
  for (const name of ['foray-2026-03-01T13-00-00Z', 'mine']) {
    writeFileSync(join(folder, `${name}.backup.partial`), '');
  }
  await look(24);
  expect(readdirSync(folder)).toEqual([
    'foray-2026-03-01T12-00-00Z.backup',
    'foray-2026-03-02T12-00-00Z.backup',
    'mine.backup.partial',
  ]);
});

test('[BACKUP-08] a failed backup leaves the earlier ones, and no partial file', async () => {
  await look(0);
  // Not even root can write a file in place of a folder.
  const blocked = join(folder, 'foray-2026-03-02T12-00-00Z.backup.partial');
  mkdirSync(blocked);
  await expect(look(24)).rejects.toThrow('EISDIR');
  rmSync(blocked, { recursive: true, force: true });
  expect(readdirSync(folder)).toEqual(['foray-2026-03-01T12-00-00Z.backup']);
  expect(await look(25)).toBe(true);
});

test('[BACKUP-09] one of several servers that look at the same moment makes the backup', async () => {
  // Their names differ, so the folder alone would not tell.
  const looks = [0, 1, 2, 3].map((seconds) => backUpIfDue(schedule, startMs + seconds * 1_000));
  const made = await Promise.all(looks);
  expect(made.filter((isMade) => isMade)).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('[BACKUP-09] while another server makes a backup, its unfinished file stays', async () => {
  const { pool } = server.database;
  const other = await pool.connect();
  await other.query('select pg_advisory_lock($1)', [4_027_518_631]);
  mkdirSync(folder);
  const unfinished = 'foray-2026-03-01T11-59-59Z.backup.partial';
  writeFileSync(join(folder, unfinished), '');
  expect(await look(0)).toBe(false);
  expect(readdirSync(folder)).toEqual([unfinished]);
  other.release(true);
  await expect.poll(() => look(0)).toBe(true);
  expect(readdirSync(folder)).toEqual(['foray-2026-03-01T12-00-00Z.backup']);
});

test('[BACKUP-09] the newest backup of the schedule restores into an empty database', async () => {
  const ann = await server.signedIn('Ann');
  const { uuid } = await ann.create({ title: 'Kept by the schedule' });
  schedule = { ...schedule, secret: () => ({ kept: 'a secret of the operator' }) };
  await look(0);
  const file = join(folder, readdirSync(folder).at(-1) ?? '');
  const database = openDatabase({ address: await createEmptyDatabase(), isDirect: true });
  onTestFinished(() => database.close());
  const work = await prepareRestore({ file, replaces: false });
  const env = { FORAY_SECRET: 'a secret of the operator' };
  expect(await work({ database, folder: null, env })).toMatch(/ is restored \(\d+ rows\)\.$/);
  const { rows } = await database.pool.query('select title from items where uuid = $1', [uuid]);
  expect(rows).toEqual([{ title: 'Kept by the schedule' }]);
});

/** Starts the schedule on a server, and returns the times that it reports. */
function startedOn(app: FastifyInstance): readonly number[] {
  const newest: number[] = [];
  const onNewest = (atMs: number): void => void newest.push(atMs);
  startBackups(app, { backups: schedule }, { nowMs: () => startMs, onNewest });
  return newest;
}

test('[BACKUP-09] a server makes a backup by itself, and one beside it reports that too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const nodes = [0, 1].map(() => {
    const app = Fastify();
    return { app, newest: startedOn(app) };
  });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  for (const { app } of nodes) await app.close();
  expect(readdirSync(folder)).toEqual(['foray-2026-03-01T12-00-00Z.backup']);
  expect(nodes.map(({ newest }) => newest[0])).toEqual([0, 0]);
  expect(Math.max(...nodes.map(({ newest }) => newest.at(-1) ?? 0))).toBe(startMs);
  const app = Fastify();
  const third = startedOn(app);
  await app.close();
  expect(third).toEqual([startMs]);
});

test('[BACKUP-09] a folder that cannot be read is logged, and does not stop the server', async () => {
  const app = Fastify();
  const error = vi.spyOn(app.log, 'error');
  writeFileSync(folder, 'no folder');
  const newest = startedOn(app);
  await app.close();
  expect(newest).toEqual([0]);
  expect(error).toHaveBeenCalledWith(expect.anything(), 'no backup was made');
});

test('[ALERT-09] a node reports the time of the newest backup from its start, and reports none if it makes no backups', async () => {
  const said = async (more: { backups?: BackupSchedule }) => {
    const text = await metricsText(await server.build({ metricsToken }, more));
    return /^foray_last_backup_seconds (.*)$/m.exec(text)?.[1];
  };
  expect(await said({})).toBeUndefined();
  expect(await said({ backups: schedule })).toBe('0');
  await look(0);
  await look(24);
  expect(await said({ backups: schedule })).toBe(String((startMs + 24 * hourMs) / 1_000));
});
