import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPackage, prepareBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { query } from './testing/query.ts';
import { withReachablePackage } from './testing/reachable-package.ts';
import { copyTestCluster } from './testing/test-postgres.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';

const isRoot = process.getuid?.() === 0;
const reachablePackage = withReachablePackage();
let folder: string;
let lines: string[];
let started: EmbeddedPostgres[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-embedded-')));
  chmodSync(folder, 0o755);
  lines = [];
  started = [];
});
afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Options = Partial<Parameters<typeof startEmbeddedPostgres>[0]>;

async function start(options: Options = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: (line) => lines.push(line),
    systemFolder: join(folder, 'system'),
    packageFolder: reachablePackage(),
    ...options,
  });
  started.push(postgres);
  return postgres;
}

/** Begins with an existing cluster, which takes a tenth of the time of making one. */
async function withCluster(dataDir: string = join(folder, 'data')): Promise<string> {
  const made = mkdirSync(dataDir, { recursive: true });
  // The umask may be any.
  if (made !== undefined) execFileSync('chmod', ['-R', '755', made]);
  await copyTestCluster(join(dataDir, 'postgres'));
  return dataDir;
}

function settings(...names: string[]): string {
  return `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
}

test('the first start creates a durable UTF8 database that can be reached only through a private socket', async () => {
  const postgres = await start();
  const names = ['server_encoding', 'lc_messages', 'fsync', 'synchronous_commit'];
  expect(await query(postgres, settings(...names, 'full_page_writes', 'listen_addresses'))).toEqual(
    [
      {
        server_encoding: 'UTF8',
        lc_messages: 'C',
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        listen_addresses: '',
      },
    ],
  );
  const locale = "select datcollate, datctype from pg_database where datname = 'foray'";
  expect(await query(postgres, locale)).toEqual([{ datcollate: 'C', datctype: 'C' }]);
  const socket = statSync(postgres.connection.host);
  expect(socket.mode & 0o777).toBe(0o700);
  expect(socket.uid).toBe(statSync(join(postgres.dataDir, 'postgres')).uid);
  expect(socket.uid === 0).toBe(false);
  await postgres.stop();
  expect(existsSync(postgres.connection.host)).toBe(false);
  expect(readdirSync(postgres.dataDir).sort()).toEqual(['postgres', 'postgres.log']);
});

test('rows that were written exist at the next start', async () => {
  await withCluster();
  const first = await start();
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start();
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(lines).toEqual([]);
});

test('the log contains no text that people wrote', async () => {
  await withCluster();
  const postgres = await start();
  await query(postgres, 'create table once (word text unique)');
  await query(postgres, "insert into once values ('hunter2')");
  await expect(query(postgres, "insert into once values ('hunter2')")).rejects.toThrow('duplicate');
  const log = readFileSync(join(postgres.dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key');
  expect(log).not.toContain('hunter2');
});

test('a data folder belongs to one Foray; a second one is refused and does no harm', async () => {
  await withCluster();
  const first = await start();
  await expect(start()).rejects.toMatchObject({ code: 'folder_in_use' });
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the remains of an interrupted initdb are removed @full', async () => {
  const left = join(folder, 'data/postgres.new-1');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'PG_VERSION'), '18\n');
  const postgres = await start();
  expect(existsSync(left)).toBe(false);
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.each<[string, string | null, string, RegExp]>([
  ['another major', '17\n', 'folder_other_major', /PostgreSQL 17 .*DATABASE_URL.*pg_dump/],
  ['a folder without version', null, 'folder_damaged', /backup/],
])('%s is refused with advice, and left unchanged', async (_, version, code, words) => {
  const cluster = join(folder, 'data/postgres');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, version === null ? 'base' : 'PG_VERSION'), version ?? '');
  const failure = await start().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, message: expect.stringMatching(words) });
  expect((failure as Error).message).toMatch(/^[^\n]+\.$/);
  expect(readdirSync(cluster)).toHaveLength(1);
  expect(existsSync(join(folder, 'data/foray.lock'))).toBe(false);
});

test('a data folder that is a file is refused in one sentence', async () => {
  writeFileSync(join(folder, 'data'), '');
  const failure = await start().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'folder_unusable' });
  expect((failure as Error).message).toMatch(/^The data folder [^\n]+FORAY_DATA_DIR[^\n]+\.$/);
});

test('a data folder with a path that is too long for a socket works @full', async () => {
  const postgres = await start({
    dataDir: await withCluster(join(folder, 'x'.repeat(120), 'y'.repeat(120))),
  });
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a temporary folder with a path that is too long is not used, and /tmp is used instead', () => {
  const long = join(folder, 'x'.repeat(100));
  mkdirSync(long);
  const socketFolder = makeSocketFolder(null, long);
  expect(socketFolder).toMatch(/^\/tmp\/foray-db-/);
  removeSocketFolder(socketFolder);
});

test('libraries whose symlinks npm did not create are linked again', async () => {
  const packageFolder = copyOfPackage(join(folder, 'package'));
  const library = join(packageFolder, 'native/lib');
  const links = readdirSync(library).filter((name) =>
    lstatSync(join(library, name)).isSymbolicLink(),
  );
  for (const name of links) unlinkSync(join(library, name));
  await withCluster();
  const postgres = await start({ packageFolder });
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(library, 'libicuuc.so.60'))).toBe(true);
});

test('in a home directory that others cannot enter, root finds a place for data and programs, and reports it @full', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  const packageFolder = copyOfPackage(join(home, 'package'));
  chmodSync(home, 0o700);
  const options = { dataDir: join(home, 'data'), packageFolder };
  const first = await start(options);
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  const moved = expect.stringMatching(/^The data is in .*\/system\/data-[0-9a-f]{8}: .*\/home\.$/);
  const copied = expect.stringMatching(/programs were copied to .*\/system\/postgresql-/);
  expect(lines).toEqual(isRoot ? [moved, copied] : []);
  expect(first.dataDir.startsWith(join(folder, isRoot ? 'system' : 'home'))).toBe(true);
  // Opening the home directory later does not hide rows that were written meanwhile.
  chmodSync(home, 0o755);
  const second = await start(options);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a cluster that has become unreachable is refused, and no empty one starts elsewhere', async () => {
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const dataDir = await withCluster(join(home, 'data'));
  chmodSync(home, 0o700);
  const outcome = await start({ dataDir }).catch((error: unknown) => error);
  if (isRoot) expect(outcome).toMatchObject({ code: 'folder_unreachable' });
  else expect(outcome).toMatchObject({ dataDir });
});

test('a private folder made for the data is used unchanged', async () => {
  const dataDir = join(folder, 'private');
  mkdirSync(dataDir, { mode: 0o700 });
  await withCluster(dataDir);
  const postgres = await start({ dataDir });
  expect(postgres.dataDir).toBe(dataDir);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(lines).toEqual([]);
});

test('a cluster that root restored on another disk and linked is given to the database user @full', async () => {
  const dataDir = await withCluster();
  const elsewhere = join(folder, 'disk');
  renameSync(join(dataDir, 'postgres'), elsewhere);
  symlinkSync(elsewhere, join(dataDir, 'postgres'));
  if (isRoot) execFileSync('chown', ['-R', '0:0', elsewhere]);
  const postgres = await start({ dataDir });
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a platform without PostgreSQL programs fails with a hint at DATABASE_URL', () => {
  vi.stubGlobal('process', Object.create(process, { arch: { value: 'mips' } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => prepareBinaries({ user: null, copyTo: folder, log: () => {} })).toThrow(
    expect.objectContaining({
      code: 'no_binaries',
      message: expect.stringMatching(
        /^Foray brings no PostgreSQL for this system .*DATABASE_URL.*\.$/,
      ),
    }),
  );
});

/** A copy of the installed platform package. */
function copyOfPackage(to: string): string {
  execFileSync('cp', ['-a', installedPackage(), to]);
  return to;
}
