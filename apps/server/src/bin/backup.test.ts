import { sql } from 'kysely';
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkBackup } from '../backup/check-backup.ts';
import { openDatabase } from '../db/pool/database.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import { bundleServer, type ServerPrograms } from '../testing/server-process.ts';
import { prepareRestore } from './backup-command.ts';

let server: ServerUnderTest;
let programs: ServerPrograms;
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  [server, programs] = await Promise.all([startServerUnderTest(), bundleServer('backup')]);
  home = mkdtempSync(join(tmpdir(), 'foray-backup-command-'));
  env = { PATH: process.env['PATH'] ?? '', HOME: home, ...operatorsOwn(server) };
});
afterAll(async () => {
  programs?.remove();
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

function operatorsOwn({ address }: ServerUnderTest): Record<string, string> {
  const { host, port, user, database } = address;
  const place = `host=${encodeURIComponent(host)}&port=${port ?? ''}`;
  return {
    DATABASE_URL: `postgres://${user}@/${database}?${place}`,
    FORAY_SECRET: 's'.repeat(32),
  };
}

/** Restores the bytes of a backup into an empty database, and returns the titles there. */
async function titlesIn(bytes: Buffer): Promise<readonly string[]> {
  const file = join(home, 'from-output.backup');
  writeFileSync(file, bytes);
  const database = openDatabase({ address: await createEmptyDatabase(), isDirect: true });
  onTestFinished(() => database.close());
  const work = await prepareRestore({ file, replaces: false });
  expect(await work({ database, folder: null, env })).toMatch(/ is restored \(\d+ rows\)\.$/);
  const { rows } = await sql<{ title: string }>`select title from items`.execute(database.kysely);
  return rows.map(({ title }) => title);
}

const run = (command: string, ...args: readonly string[]): SpawnSyncReturns<Buffer> =>
  spawnSync(command, args, { cwd: home, env });

test('[BACKUP-10] with - the backup is on standard output, alone, and the report beside it', async () => {
  const ann = await server.signedIn('Ann');
  await ann.create({ title: 'Through a pipe' });
  const { status, stdout, stderr } = run(process.execPath, programs.main, '-');
  expect(stderr.toString()).toMatch(
    /^The backup is complete \(\d+\.\d MB\)\. Keep FORAY_SECRET apart: it is not in it\.\n$/,
  );
  expect(status).toBe(0);
  expect(stdout.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect(await titlesIn(stdout)).toContain('Through a pipe');
});

test('[BACKUP-10] the lines that npm prints before a backup do not spoil it, and other lines do', async () => {
  const ann = await server.signedIn('Ann');
  await ann.create({ title: 'Through npm' });
  const about = { name: 'foray', version: '1.0.0', scripts: { backup: `node ${programs.main}` } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(about));
  const { status, stdout } = run('npm', 'run', 'backup', '--', '-');
  expect(status).toBe(0);
  expect(stdout.toString()).toMatch(/^\n> foray@1\.0\.0 backup\n/);
  expect(await titlesIn(stdout)).toContain('Through npm');
  const quiet = run('npm', 'run', '--silent', 'backup', '--', '-');
  expect(quiet.stdout.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));

  const file = join(home, 'with-more.backup');
  writeFileSync(file, Buffer.concat([Buffer.from('Welcome\n'), quiet.stdout]));
  await expect(checkBackup(file)).rejects.toThrow('it is cut off or changed');
});

test('[BACKUP-10] a backup that nobody reads to its end fails', async () => {
  const child = spawn(process.execPath, [programs.main, '-'], { cwd: home, env });
  child.stdout.destroy();
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect(said).toMatch(
    /^The backup is cut off, because nothing takes it any more \(.*EPIPE.*\)\.\n$/,
  );
  expect(code).toBe(1);
});

test('[BACKUP-10] without its database nothing is on standard output', () => {
  const DATABASE_URL = `${env['DATABASE_URL']}`.replace(/\/test_[^?]*/, '/nowhere');
  const { status, stdout, stderr } = spawnSync(process.execPath, [programs.main, '-'], {
    env: { ...env, DATABASE_URL },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The backup cannot be made \(/);
});

test('[BACKUP-09] with DATABASE_URL a server reports the newest backup in its folder', async () => {
  const main = await bundleServer();
  onTestFinished(() => main.remove());
  const folder = mkdtempSync(join(home, 'backups-'));
  writeFileSync(join(folder, 'foray-2026-03-01T12-00-00Z.backup'), '');
  const token = 'a token of enough characters';
  const node = main.run({
    ...env,
    DRAIN_SECONDS: '0',
    METRICS_TOKEN: token,
    BACKUP_FOLDER: folder,
  });
  const headers = { authorization: `Bearer ${token}` };
  const metrics = await (await fetch(`${await node.address}/metrics`, { headers })).text();
  expect(metrics).toContain(
    `foray_last_backup_seconds ${Date.parse('2026-03-01T12:00:00Z') / 1_000}\n`,
  );
  node.child.kill('SIGTERM');
  expect((await node.ended).code).toBe(0);
});
