import { copyTestCluster } from '@foray/embedded-postgres/testing';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer, type ServerPrograms } from '../testing/server-process.ts';

// The server as deploy/foray.service starts it, with a /tmp of its own, and commands of root beside it. Each runs
// in a mount namespace that has the programs where every account can read them, as in /opt/foray.

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const project = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');
const unit = readFileSync(join(project, 'deploy/foray.service'), 'utf8');

/** The folder of the installed packages, without links on the way. */
const installed = realpathSync(createRequire(import.meta.url).resolve('pg')).replace(
  /(?<=\/node_modules)\/pg\/.*$/,
  '',
);

/** The value of a setting of the unit. */
const valueOf = (name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

const names = ['main', 'doctor', 'admin', 'backup', 'restore'] as const;
let programs: Readonly<Record<(typeof names)[number], ServerPrograms>>;
let home: string;
let account: { readonly uid: number; readonly gid: number };
let service: ChildProcess | null = null;

beforeAll(async () => {
  if (!isRoot) return;
  const bundled = await Promise.all(
    names.map(async (name) => [name, await bundleServer(name)] as const),
  );
  programs = Object.fromEntries(bundled) as typeof programs;
  for (const [, { main }] of bundled) chmodSync(dirname(main), 0o755);
  const user = valueOf('User') ?? 'nobody';
  const make = /^# (useradd .*)$/m.exec(unit)?.[1] ?? 'false';
  execFileSync('sh', ['-c', `id ${user} || PATH="$PATH:/usr/sbin" ${make}`], { stdio: 'pipe' });
  const id = (what: string) => Number(execFileSync('id', [what, user], { encoding: 'utf8' }));
  account = { uid: id('-u'), gid: id('-g') };
});
afterAll(() => {
  for (const bundled of Object.values(programs ?? {})) bundled.remove();
});
beforeEach(async () => {
  if (!isRoot) return;
  home = realpathSync(mkdtempSync(join(tmpdir(), 'foray-service-')));
  chmodSync(home, 0o755);
  mkdirSync(dataDir(), { recursive: true });
  await copyTestCluster(join(dataDir(), 'postgres'));
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, join(home, 'lib')]);
});
afterEach(async () => {
  if (!isRoot) return;
  await stop();
  rmSync(home, { recursive: true, force: true });
});

const dataDir = (): string => join(home, 'lib/data');

/** Makes the folders and the environment that the unit asks for, below `home`. */
function environment(): Record<string, string> {
  for (const [setting, folder] of [
    ['StateDirectory', 'lib'],
    ['RuntimeDirectory', 'run'],
  ] as const) {
    if (valueOf(setting) === undefined) continue;
    const path = join(home, folder);
    mkdirSync(path, { recursive: true });
    chmodSync(path, folder === 'lib' ? 0o700 : 0o755);
    chownSync(path, account.uid, account.gid);
  }
  const own = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
    text.split(' '),
  );
  return Object.fromEntries(
    own.map((one) => {
      const [name = '', value = ''] = one.split('=');
      const path = value.replace(/^\/var\/lib\/foray/, join(home, 'lib'));
      return [name, path.replace(/^\/run\/foray/, join(home, 'run'))];
    }),
  );
}

/** The command that runs a program in a folder that every account can enter, unlike that of the sources. */
function inPlace(
  name: keyof typeof programs,
  { more = '', as = [] }: { readonly more?: string; readonly as?: readonly string[] } = {},
): [file: string, args: string[]] {
  const [bundle, modules] = [join(home, 'program/bundle'), join(home, 'program/node_modules')];
  for (const path of [bundle, modules]) mkdirSync(path, { recursive: true });
  const script = `mount --bind '${dirname(programs[name].main)}' '${bundle}';
    mount --bind '${installed}' '${modules}';
    ${more} cd /; umask 077; exec "$@"`;
  const program = [...as, process.execPath, join(bundle, `${name}.js`)];
  return ['unshare', ['--mount', 'sh', '-ec', script, 'sh', ...program]];
}

/** Starts the service; resolves once it is ready, and rejects with what it said if it ends before. */
async function start(): Promise<void> {
  const ownTmp = join(home, 'tmp');
  const homeInTmp = join(ownTmp, home.replace(/^\/tmp\//, ''));
  mkdirSync(homeInTmp, { recursive: true });
  chmodSync(ownTmp, 0o1777);
  const hideTmp = `mount --rbind '${home}' '${homeInTmp}'; mount --rbind '${ownTmp}' /tmp;`;
  const as = ['--reuid', account.uid, '--regid', account.gid, '--clear-groups'].map(String);
  const [file, args] = inPlace('main', { more: hideTmp, as: ['setpriv', ...as] });
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  service = child;
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Foray is ready at ')) resolve();
      });
    }
    child.once('close', () => reject(new Error(said)));
  });
}

async function stop(): Promise<void> {
  const child = service;
  service = null;
  if (child === null || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The output of a command of root. */
function run(name: Exclude<keyof typeof programs, 'main'>, ...args: readonly string[]): string {
  const [file, before] = inPlace(name);
  const { status, stdout, stderr } = spawnSync(file, [...before, ...args], {
    env: { PATH: process.env['PATH'], FORAY_DATA_DIR: dataDir() },
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

const ownerOf = (path: string): number => statSync(path).uid;

describe.skipIf(!isRoot)('beside the service', () => {
  test('[DEPLOY-07] commands of root work beside the unit, running or stopped', async () => {
    expect(valueOf('DynamicUser')).toBeUndefined();
    await start();
    const healthy = /^ok +database /m;
    expect(run('doctor')).toMatch(healthy);
    run('admin', 'people');
    run('backup', join(home, 'running.backup'));
    await stop();
    expect(run('doctor')).toMatch(healthy);
    run('backup', join(home, 'stopped.backup'));
    await start();
  });

  test('[DEPLOY-08] files that commands of root make belong to the account of the service', async () => {
    await start();
    const file = join(home, 'foray.backup');
    run('backup', file);
    await stop();
    const [secret, log] = [join(dataDir(), 'secret'), join(dataDir(), 'postgres.log')];
    const before = readFileSync(secret, 'utf8');
    writeFileSync(secret, 'of another server'.padEnd(64, '!'));
    rmSync(log);
    expect(run('restore', file, '--replace')).toContain('is restored');
    expect(readFileSync(secret, 'utf8')).toBe(before);
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect([ownerOf(secret), ownerOf(log)]).toEqual([account.uid, account.uid]);
    await start();
    await stop();
    // The folder of the service is there, and the data in it is not.
    rmSync(dataDir(), { recursive: true });
    run('restore', file);
    expect(ownerOf(dataDir())).toBe(account.uid);
    await start();
    expect(readFileSync(secret, 'utf8')).toBe(before);
  });
});
