import type { PostgresConnection } from '@foray/embedded-postgres';
import { StartupFailure } from '@foray/embedded-postgres';
import { copyTestCluster } from '@foray/embedded-postgres/testing';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../config/config.ts';
import { takeDump } from '../db/testing/dump.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { lineOf } from '../doctor/finding.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { bundleServer } from '../testing/server-process.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import { diagnose } from './doctor-command.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { createShutdown } from './shutdown.ts';

const inUse = await sharedInFile(startServerUnderTest());

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'foray-doctor-')));
  chmodSync(home, 0o711);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});

const [first, second] = ['a first secret', 'a second secret'].map((text) =>
  text.padEnd(40, '!'),
) as [string, string];

type Env = Readonly<Record<string, string>>;

function envOf(
  { host, user, database }: PostgresConnection,
  FORAY_SECRET: string,
  more: Env = {},
): Env {
  const url = `postgres://${user}:hunter2@/${database}?host=${encodeURIComponent(host)}`;
  return { FORAY_DATA_DIR: home, DATABASE_URL: url, FORAY_SECRET, DRAIN_SECONDS: '0', ...more };
}

/** Opens the database as the start does: the settings that it warns of, or the sentence of its failure. */
async function start(env: Env): Promise<readonly (string | null)[] | string> {
  const shutdown = createShutdown(() => undefined);
  try {
    const opened = await openConfiguredDatabase(readConfig(env), shutdown, () => undefined);
    return opened.warnings.map(({ setting }) => setting);
  } catch (error) {
    if (error instanceof StartupFailure) return error.message;
    throw error;
  } finally {
    await shutdown.run();
  }
}

/** The levels that the doctor found, by check. */
async function examine(env: Env): Promise<Record<string, string>> {
  const findings = await diagnose(env, () => undefined);
  return Object.fromEntries(findings.map(({ check, level }) => [check, level]));
}

async function dumpOf(address: PostgresConnection) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await takeDump(client);
  } finally {
    await client.end();
  }
}

const healthy = {
  proxy: 'ok',
  codes: 'ok',
  database: 'ok',
  secret: 'ok',
  clock: 'ok',
  pooler: 'ok',
  nodes: 'ok',
  backups: 'ok',
};
const refusal = /^FORAY_SECRET: The database is kept under another secret: [^\n]+\.$/;

test('[OPS-13] another secret than that of the database is refused and changes nothing, until it replaces a known or a lost one', async () => {
  const address = await createEmptyDatabase();
  expect(await start(envOf(address, first))).toEqual([]);
  const before = await dumpOf(address);
  expect(await start(envOf(address, second))).toMatch(refusal);
  expect(await dumpOf(address)).toEqual(before);

  expect(await start(envOf(address, second, { FORAY_SECRET_PREVIOUS: first }))).toEqual([]);
  // The clean-up has renewed nothing yet.
  expect(await start(envOf(address, second))).toMatch(refusal);
  const lost = envOf(address, second, { ALLOW_OTHER_SECRET: 'yes' });
  expect(await start(lost)).toEqual(['ALLOW_OTHER_SECRET']);
  expect(await start(envOf(address, second))).toEqual([]);
  expect(await start(envOf(address, first))).toMatch(refusal);
});

test('[OPS-13] [OPS-15] another secret is refused before the tables are touched, and a doctor touches none', async () => {
  const address = await createEmptyDatabase();
  expect(await examine(envOf(address, first))).toEqual(healthy);
  expect((await dumpOf(address)).tables).toEqual([]);
  const client = new pg.Client(address);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    create table meta (key text primary key, value text not null);
    insert into meta values ('secret', 'of another')`);
  expect(await start(envOf(address, first))).toMatch(refusal);
  expect((await dumpOf(address)).tables.map(({ name }) => name)).toEqual(['meta']);
});

test('[OPS-15] [OPS-16] the doctor and the start print the same warnings, and nothing about anybody', async () => {
  const phone = '+4915100000001';
  const person = await inUse.signedIn('Persephone', phone);
  await person.create({ title: 'Pomegranate' });
  const token = 'a token of the service';
  const env = envOf(inUse.address, first, {
    AUTH: 'code',
    SMS_WEBHOOK_URL: 'http://sms.example/send-path',
    SMS_WEBHOOK_TOKEN: token,
    PUBLIC_URL: 'https://foray.example',
    METRICS_TOKEN: 'a token of the metrics',
  });
  const server = await bundleServer();
  onTestFinished(() => server.remove());
  const started = server.run(env);
  await started.address;
  started.child.kill('SIGTERM');
  const { complaint } = await started.ended;
  const logged = complaint.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  expect(logged).toEqual([
    expect.objectContaining({ level: 40, check: 'proxy', setting: 'TRUST_PROXY' }),
    expect.objectContaining({ level: 40, check: 'codes', setting: 'SMS_WEBHOOK_URL' }),
  ]);

  const before = await dumpOf(inUse.address);
  const asked = { ...env, FORAY_SECRET: second };
  const findings = await diagnose(asked, () => undefined);
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
    expect.objectContaining({ check: 'proxy', level: 'warn', setting: 'TRUST_PROXY' }),
    expect.objectContaining({ check: 'codes', level: 'warn', setting: 'SMS_WEBHOOK_URL' }),
    expect.objectContaining({ check: 'secret', level: 'fail', setting: 'FORAY_SECRET' }),
  ]);
  expect(findings.map(({ check }) => check)).toEqual(Object.keys(healthy));
  expect(await dumpOf(inUse.address)).toEqual(before);

  const program = await bundleServer('doctor');
  onTestFinished(() => program.remove());
  const { code, out, complaint: trouble } = await program.run(asked).ended;
  expect([code, trouble]).toEqual([1, '']);
  expect(out).toBe(findings.map((finding) => `${lineOf(finding)}\n`).join(''));
  expect(out).toMatch(/^warn {2}proxy {5}TRUST_PROXY: PUBLIC_URL begins with https[^\n]+\n/);
  const hidden = ['hunter2', first, second, token, 'a token of the metrics', 'send-path'];
  for (const text of [...hidden, phone.slice(1), 'Persephone', 'Pomegranate']) {
    expect(out + complaint).not.toContain(text);
  }
});

test('[OPS-15] settings that cannot be read and a database that cannot be reached are findings', async () => {
  const settings = { FORAY_SECRET: first, DATABASE_URL: 'postgres://localhost/none' };
  expect(await diagnose({ ...settings, TRUST_PROXY: 'yes' }, () => undefined)).toEqual([
    expect.objectContaining({ check: 'settings', level: 'fail' }),
  ]);
  const url = `postgres://nobody:hunter2@/none?host=${encodeURIComponent(home)}`;
  const findings = await diagnose({ ...settings, DATABASE_URL: url }, () => undefined);
  expect(findings.at(-1)).toMatchObject({
    check: 'database',
    level: 'fail',
    text: expect.not.stringContaining('hunter2'),
  });
  expect(await examine({ FORAY_DATA_DIR: join(home, 'data') })).toMatchObject({ database: 'fail' });
  expect(readdirSync(home)).toEqual([]);
});

test('[OPS-13] [OPS-15] the doctor looks at an embedded database that does not run, and misses a secret that is gone', async () => {
  const env = { FORAY_DATA_DIR: home };
  await copyTestCluster(join(home, 'postgres'));
  expect(await examine(env)).toEqual(healthy);
  expect(readdirSync(home)).not.toContain('secret');
  expect(await start(env)).toEqual([]);
  rmSync(join(home, 'secret'));
  expect(await examine(env)).toEqual({ ...healthy, secret: 'fail' });
  expect(await start(env)).toMatch(/^FORAY_SECRET: The data folder has lost its [^\n]+\.$/);
  expect(readdirSync(home)).not.toContain('secret');
});

test('[OPS-17] a node is seen while it runs, and one that was killed is missed', async () => {
  const address = await createEmptyDatabase();
  const env = envOf(address, first);
  const server = await bundleServer();
  onTestFinished(() => server.remove());
  const look = async () => {
    const findings = await diagnose(env, () => undefined);
    return findings.find(({ check }) => check === 'nodes');
  };
  const begin = async () => {
    const started = server.run(env);
    await started.address;
    return started;
  };
  const [one, other] = [await begin(), await begin()];
  await expect
    .poll(look)
    .toMatchObject({ level: 'ok', text: expect.stringMatching(/ run: 2 of this version /) });
  one.child.kill('SIGTERM');
  await one.ended;
  expect(await look()).toMatchObject({ text: expect.stringMatching(/ run: 1 of this version /) });
  other.child.kill('SIGKILL');
  await other.ended;
  const client = new pg.Client(address);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("update nodes set seen_at = seen_at - interval '16 minutes'");
  expect(await look()).toMatchObject({
    level: 'warn',
    text: expect.stringMatching(/^No node has noted that it runs\. A node of [^,]+, started at /),
  });
});
