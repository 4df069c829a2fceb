import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresConnection } from './embedded-postgres.ts';
import { readPostmasterFile } from './orphan.ts';
import { buildHolderProgram, type HolderProgram } from './testing/holder-program.ts';
import { query } from './testing/query.ts';

// Real starts by root, each in a mount namespace with a copy of /etc, so that only the copy's accounts
// change.

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const nobody = { uid: 65_534, gid: 65_534 };

let program: HolderProgram;
let folder: string;
let dataDir: string;
let running: ChildProcess | null;

beforeAll(async () => {
  program = await buildHolderProgram();
});
afterAll(() => rmSync(program.folder, { recursive: true, force: true }));
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-account-')));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  running = null;
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly connection: PostgresConnection;
  readonly said: string;
  /** The uid of the postmaster. */
  readonly uid: number;
}

/** Starts the holder through this command, and waits until PostgreSQL accepts connections. */
async function start(
  command: readonly string[] = [],
  as: { uid?: number; gid?: number } = {},
): Promise<Started> {
  const [file, ...args] = [
    ...command,
    process.execPath,
    program.script,
    dataDir,
    program.packageFolder,
  ];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...as });
  running = child;
  let [line, said] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      line += chunk.toString();
      if (line.includes('\n')) resolve();
    });
    child.once('exit', () => reject(new Error(said)));
  });
  const { pid } = readPostmasterFile(join(dataDir, 'postgres')) ?? { pid: 0 };
  return {
    connection: JSON.parse(line) as PostgresConnection,
    said,
    uid: statSync(`/proc/${pid}`).uid,
  };
}

async function stop(): Promise<void> {
  const child = running;
  running = null;
  if (child === null || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** A copy of /etc without Foray's account, and a command that makes a program see it as /etc. */
function ownEtc(more = ''): { readonly etc: string; readonly command: readonly string[] } {
  const etc = join(folder, 'etc');
  execFileSync('cp', ['-a', '/etc', etc]);
  for (const name of ['passwd', 'group', 'shadow', 'gshadow']) {
    execFileSync('sed', ['-i', '/^foray:/d', join(etc, name)]);
  }
  const script = `mount --bind '${etc}' /etc; ${more} exec "$@"`;
  return { etc, command: ['unshare', '--mount', 'sh', '-ec', script, 'sh'] };
}

function accountIn(etc: string): number | null {
  const found = /^foray:[^:]*:(\d+):/m.exec(readFileSync(join(etc, 'passwd'), 'utf8'));
  return found === null ? null : Number(found[1]);
}

const ownersIn = (path: string): string =>
  execFileSync('find', [path, '-printf', '%U:%G\n'], { encoding: 'utf8' });

describe.skipIf(!isRoot)('started by root', () => {
  test('[DEPLOY-01] PostgreSQL runs under its own system account, which is created once', async () => {
    const { etc, command } = ownEtc();
    const first = await start(command);
    const own = accountIn(etc);
    expect(first.uid).toBe(own);
    expect(first.said).toContain('Made the account foray');
    await query(first, 'create table kept as select 42 as answer');
    await stop();
    const second = await start(command);
    expect(second.uid).toBe(own);
    expect(second.said).toBe('');
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('[DEPLOY-02] PostgreSQL runs under a free user id if no account can be created, and keeps that id', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { etc, command } = ownEtc(`mount --bind '${empty}' /usr/sbin;`);
    const first = await start(command);
    expect(accountIn(etc)).toBeNull();
    expect(first.uid).toBe(54_329);
    await query(first, 'create table kept as select 42 as answer');
    await stop();
    expect(new Set(ownersIn(join(dataDir, 'postgres')).trim().split('\n'))).toEqual(
      new Set(['54329:54329']),
    );
    // An account of Foray that is made later changes nothing.
    const second = await start(ownEtcAgain(etc));
    expect(second.uid).toBe(54_329);
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test.each(['whole', 'by root, cut off'])(
    '[DEPLOY-03] a cluster without an owner is given to the account, even after an interruption: %s @full',
    async (kind) => {
      const { etc, command } = ownEtc();
      const first = await start(command);
      await query(first, 'create table kept as select 42 as answer');
      await stop();
      const cluster = join(dataDir, 'postgres');
      execFileSync('chown', ['-Rh', `${nobody.uid}:${nobody.gid}`, cluster]);
      if (kind !== 'whole') {
        chownSync(cluster, 0, 0);
        for (const name of readdirSync(cluster).slice(0, 5)) chownSync(join(cluster, name), 0, 0);
      }
      const second = await start(command);
      const own = accountIn(etc);
      expect(own).not.toBeNull();
      expect(second.uid).toBe(own);
      expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
      const owners = ownersIn(cluster).trim().split('\n');
      expect(owners.filter((owner) => !owner.startsWith(`${own}:`))).toEqual([]);
    },
  );

  test('[DEPLOY-03] a PostgreSQL that an earlier Foray left running on the cluster is stopped first', async () => {
    const { etc, command } = ownEtc();
    // As under an earlier release: PostgreSQL runs as nobody, and its Foray is gone.
    chownSync(dataDir, nobody.uid, nobody.gid);
    const left = await start([], nobody);
    await query(left, 'create table kept as select 42 as answer');
    const before = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
    const keeper = Number(
      /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${before}/status`, 'utf8'))?.[1],
    );
    // A running Foray might notice that its keeper has ended, and end the orphan itself.
    running?.kill('SIGSTOP');
    process.kill(keeper, 'SIGKILL');
    running?.kill('SIGKILL');
    running = null;
    const next = await start(command);
    expect(next.said).toContain('that an earlier Foray left running');
    expect(next.uid).toBe(accountIn(etc));
    expect(await query(next, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });
});

/** The command prefix for another run with the same copy of /etc. */
function ownEtcAgain(etc: string): readonly string[] {
  return ['unshare', '--mount', 'sh', '-ec', `mount --bind '${etc}' /etc; exec "$@"`, 'sh'];
}

test('[DEPLOY-01] started by any user other than root, PostgreSQL runs as that user', async () => {
  const as = isRoot ? nobody : {};
  if (isRoot) chownSync(dataDir, nobody.uid, nobody.gid);
  const { uid } = await start([], as);
  expect(uid).toBe(isRoot ? nobody.uid : process.getuid?.());
});
