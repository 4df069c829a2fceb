import { type ChildProcess, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  copyTestCluster,
  readPostmasterFile,
  startTestPostgres,
  until,
} from '@foray/embedded-postgres/testing';
import {
  bundleServer,
  type ServerPrograms,
  type ServerProcess,
} from '../testing/server-process.ts';

// The process, bundled as by `npm run build`.

const unit = fileURLToPath(new URL('../../../../deploy/foray.service', import.meta.url));

let programs: ServerPrograms;
let dataDir: string;
let started: ChildProcess[];

beforeAll(async () => {
  programs = await bundleServer();
});
afterAll(() => programs?.remove());

beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'foray-main-')));
  chmodSync(dataDir, 0o711);
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await until('no process left', () => processesLeft() === 0, rarely);
  rmSync(dataDir, { recursive: true, force: true });
});

function run(env: Record<string, string> = {}): ServerProcess {
  const server = programs.run({ FORAY_DATA_DIR: dataDir, ...env });
  started.push(server.child);
  return server;
}

function processesLeft(): number {
  const list = execFileSync('ps', ['-eo', 'stat=,command='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(dataDir) && !line.startsWith('Z')).length;
}

const oneSentence = /^[^\n]+\.\n$/;
/** Each check of all processes runs `ps`, which takes 20 ms of a core. */
const rarely = (): Promise<unknown> => delay(100);
/** How a server ended. A busy machine's servers say that they were not ready when they were asked. */
async function endOf({ ended }: ServerProcess) {
  const { complaint, ...end } = await ended;
  return { ...end, complaint: complaint.replaceAll(/^.*"unavailable".*\n/gm, '') };
}
const makeCluster = (): Promise<void> => copyTestCluster(join(dataDir, 'postgres'));
const status = async (url: string): Promise<number> => (await fetch(url)).status;
/** On a busy machine a node reports for a while that it is not ready. */
const untilReady = (address: string): Promise<void> =>
  until('a ready server', async () => (await status(`${address}/readyz`)) === 200);

test('the server prints one line with its address, serves, and leaves no process or socket after Ctrl-C', async () => {
  const server = run();
  const address = await server.address;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await untilReady(address);
  // npm passes the signal on to a child that has already received it from the terminal.
  process.kill(-server.child.pid!, 'SIGINT');
  process.kill(server.child.pid!, 'SIGINT');
  const line = `Foray is ready at ${address}\n`;
  expect(await endOf(server)).toEqual({ code: 0, out: line, complaint: '' });
  expect(processesLeft()).toBe(0);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secret']);
});

test('Ctrl-C during the start leaves nothing either', async () => {
  await makeCluster();
  const server = run();
  await until('a postmaster', () => readPostmasterFile(join(dataDir, 'postgres')) !== null);
  process.kill(-server.child.pid!, 'SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, complaint: '' });
  expect(processesLeft()).toBe(0);
  expect(existsSync(join(dataDir, 'foray.lock'))).toBe(false);
});

test('a busy port is reported in one sentence before any file is made', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, complaint } = await run({ PORT: String(port) }).ended;
  expect(code).toBe(1);
  expect(complaint).toMatch(oneSentence);
  expect(complaint).toContain(`Port ${port} `);
  expect(processesLeft()).toBe(0);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('an address that this machine does not have is reported in one sentence', async () => {
  await makeCluster();
  const { code, complaint } = await run({ HOST: '192.0.2.1', ALLOW_OPEN_AUTH: 'yes' }).ended;
  expect(code).toBe(1);
  expect(complaint).toMatch(oneSentence);
  expect(complaint).toContain('HOST');
});

test('[DEPLOY-09] a refused configuration changes no file, and the unit does not try it again', async () => {
  const { code, complaint } = await run({ AUTH: 'code' }).ended;
  expect(code).toBe(78);
  expect(readFileSync(unit, 'utf8')).toMatch(/^RestartPreventExitStatus=78$/m);
  expect(complaint).toMatch(oneSentence);
  expect(complaint).toContain('SMS_WEBHOOK_URL');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('[DEPLOY-09] a start without the secret of the database ends in the same way', async () => {
  const first = run();
  await first.address;
  first.child.kill('SIGTERM');
  expect((await endOf(first)).code).toBe(0);
  rmSync(join(dataDir, 'secret'));
  const { code, complaint } = await endOf(run());
  expect(code).toBe(78);
  expect(complaint).toMatch(oneSentence);
});

/** The environment of a server whose database is on a PostgreSQL that ends with the test. */
async function onOtherPostgres(database: string): Promise<Record<string, string>> {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.stop());
  const { host, user } = postgres.connection;
  return {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    FORAY_SECRET: 's'.repeat(32),
    DRAIN_SECONDS: '0',
  };
}

test('DATABASE_URL replaces the embedded database', async () => {
  const server = run(await onOtherPostgres('foray'));
  await untilReady(await server.address);
  server.child.kill('SIGTERM');
  expect(await endOf(server)).toMatchObject({ code: 0, complaint: '' });
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a database that stays missing for 30 s is reported in one sentence @full', async () => {
  const missing = await run(await onOtherPostgres('missing')).ended;
  expect(missing.code).toBe(1);
  expect(missing.complaint).toMatch(oneSentence);
  expect(missing.complaint).toContain('DATABASE_URL');
});
