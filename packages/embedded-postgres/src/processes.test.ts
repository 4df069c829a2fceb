import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresConnection } from './embedded-postgres.ts';
import { readPostmasterFile } from './orphan.ts';
import { findProcess } from './process-table.ts';
import { buildHolderProgram, type HolderProgram } from './testing/holder-program.ts';
import { query } from './testing/query.ts';
import { copyTestCluster } from './testing/test-postgres.ts';
import { until } from './testing/until.ts';

// These tests kill processes, so each PostgreSQL here runs under a separate process, the holder.

interface Holder {
  readonly child: ChildProcess;
  readonly connection: PostgresConnection;
  /** Its output on standard error so far. */
  said(): string;
  exited(): Promise<number | null>;
}

let program: HolderProgram;
let folder: string;
let dataDir: string;
let started: ChildProcess[];

beforeAll(async () => {
  program = await buildHolderProgram();
});
afterAll(() => rmSync(program.folder, { recursive: true, force: true }));

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-processes-')));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  started = [];
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  await copyTestCluster(join(dataDir, 'postgres'));
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await untilNone();
  chmodSync(dataDir, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function launch(user?: { uid: number; gid: number }): ChildProcess {
  const child = spawn(process.execPath, [program.script, dataDir, program.packageFolder], {
    // A process group of its own, as a terminal gives one to `npm start` and its children.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  started.push(child);
  return child;
}

async function hold(): Promise<Holder> {
  const child = launch();
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text);
    });
    void exit.then(() => reject(new Error(said)));
  });
  const connection = JSON.parse(line) as PostgresConnection;
  return { child, connection, said: () => said, exited: () => exit };
}

const answers = (connection: PostgresConnection): Promise<boolean> =>
  query({ connection }, 'select 1').then(
    () => true,
    () => false,
  );

const postmasterPid = (): number => readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }));
const stateOf = (pid: number): string =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
const isGone = (pid: number): boolean => findProcess(pid)?.state !== 'running';

/** How many running processes, servers or keepers, name this test's folder. */
function postgresProcesses(): number {
  const list = execFileSync('ps', ['-eo', 'stat=,command='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(folder) && !line.startsWith('Z')).length;
}

/** Each check runs `ps`, which takes 20 ms of a core. */
const untilNone = (): Promise<void> =>
  until(
    'no PostgreSQL',
    () => postgresProcesses() === 0,
    () => delay(100),
  );

const write = (holder: Holder): Promise<unknown> =>
  query(holder, 'create table kept as select 42 as answer');

async function expectKept(): Promise<Holder> {
  const holder = await hold();
  expect(await query(holder, 'select answer from kept')).toEqual([{ answer: 42 }]);
  return holder;
}

test('Ctrl-C, which signals the whole group, stops everything cleanly', async () => {
  const holder = await hold();
  // PostgreSQL is not in that group, because requests that are still being answered need it to the end.
  expect(groupOf(postmasterPid())).not.toBe(holder.child.pid);
  expect(groupOf(findProcess(postmasterPid())!.parentPid)).not.toBe(holder.child.pid);
  process.kill(-holder.child.pid!, 'SIGINT');
  expect(await holder.exited()).toBe(0);
  expect(postgresProcesses()).toBe(0);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  expect(existsSync(holder.connection.host)).toBe(false);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('system is shut down');
});

test('kill -9 of Foray ends PostgreSQL too, and the next start has every row', async () => {
  const holder = await hold();
  await write(holder);
  process.kill(-holder.child.pid!, 'SIGKILL');
  await untilNone();
  await until('no socket', () => !existsSync(holder.connection.host));
  await expectKept();
});

test('a start right after kill -9 waits for the server that is still shutting down @full', async () => {
  const holder = await hold();
  await write(holder);
  process.kill(-holder.child.pid!, 'SIGKILL');
  await expectKept();
});

test('a PostgreSQL that has lost its keeper too is stopped at the next start @full', async () => {
  const holder = await hold();
  await write(holder);
  const orphan = postmasterPid();
  // Neither may react to the other's end: Foray would stop the orphan itself.
  process.kill(holder.child.pid!, 'SIGSTOP');
  await until('a stopped process', () => stateOf(holder.child.pid!).startsWith('T'));
  process.kill(findProcess(orphan)!.parentPid, 'SIGKILL');
  process.kill(holder.child.pid!, 'SIGKILL');
  await holder.exited();
  expect(isGone(orphan)).toBe(false);
  const next = await expectKept();
  expect(next.said()).toContain(`process ${orphan}`);
  expect(isGone(orphan)).toBe(true);
  expect(existsSync(holder.connection.host)).toBe(false);
});

test.each(['the postmaster', 'its keeper'])(
  'if %s is killed, PostgreSQL comes back at the same address with every row',
  async (victim) => {
    const holder = await hold();
    await write(holder);
    const before = postmasterPid();
    process.kill(victim === 'its keeper' ? findProcess(before)!.parentPid : before, 'SIGKILL');
    await until(
      'another PostgreSQL',
      async () => postmasterPid() !== before && (await answers(holder.connection)),
    );
    expect(await query(holder, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(holder.said()).toContain('ended unexpectedly');
  },
);

test.each(['a zombie', 'another process that has its pid now'])(
  'the lock of a dead server that is %s does not stop the next one @full',
  async (kind) => {
    const holder = await hold();
    await write(holder);
    const owner = statSync(join(dataDir, 'postgres'));
    const lock = join(dataDir, 'postgres/postmaster.pid');
    const server = postmasterPid();
    process.kill(findProcess(server)!.parentPid, 'SIGKILL');
    process.kill(holder.child.pid!, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await untilNone();
    // The process must run as PostgreSQL's account: PostgreSQL does not treat others' processes as servers.
    const other = await lingering(kind === 'a zombie', owner);
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other)));
    await expectKept();
  },
);

test('a folder that this user cannot enter is refused in one sentence', async () => {
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o700 : 0o000);
  const child = launch(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  expect(said).toMatch(/^The data folder [^\n]+ cannot be used [^\n]+FORAY_DATA_DIR[^\n]+\.\n$/);
});

/** A process that exists for as long as the test: a zombie that nobody reaps, or one that sleeps. */
async function lingering(zombie: boolean, owner: { uid: number; gid: number }): Promise<number> {
  // The child ends when its parent, the shell, has become a sleep, which never waits for it.
  const script = zombie ? 'sleep 1 & echo $!; exec sleep 60' : 'echo $$; exec sleep 60';
  const child = spawn('sh', ['-c', script], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}),
  });
  started.push(child);
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString().trim()))),
  );
  if (zombie) await until('a zombie', () => findProcess(pid)?.state === 'zombie');
  return pid;
}
