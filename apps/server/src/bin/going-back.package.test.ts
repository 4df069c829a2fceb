import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { AccountByUrl } from '../testing/account-by-url.ts';
import { buildPresent, buildRelease } from '../testing/earlier-release.ts';
import { startServer } from '../testing/server-process.ts';
import { UrlClient } from '../testing/url-client.ts';

// The instructions for going back to 0.2.0 in docs/operations.md, word for word.

/** Time to install and build a release. */
const buildMs = 1_200_000;

let former: string;
let present: string;
let before: readonly string[];
let after: readonly string[];
let statement: string;
beforeAll(async () => {
  former = await buildRelease('0.2.0');
  present = await buildPresent();
  const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const chapter = text.split('**Going back to 0.2.0 or earlier.**')[1]?.split('\n## ')[0] ?? '';
  const [first = [], second = [], third = []] = [
    ...chapter.matchAll(/```(?:sh|sql)\n([^]*?)```/g),
  ].map(([, block = '']) => block.trim().split('\n'));
  [before, after, statement] = [first, second, third.join('\n')];
}, buildMs);

/** Runs a program until `use` is done with its address, and then stops it as Ctrl-C does. */
async function run<T>(
  program: string,
  env: Readonly<Record<string, string>>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const node = startServer(program, { RATE_LIMITS: 'off', ...env });
  onTestFinished(async () => {
    node.child.kill('SIGKILL');
    await node.ended;
  });
  const used = await use(await node.address);
  node.child.kill('SIGINT');
  expect(await node.ended).toMatchObject({ code: 0 });
  return used;
}

/** The earlier release does not start on a database that this one has migrated. */
async function expectRefusal(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, complaint } = await startServer(former, env).ended;
  expect([code, complaint]).toEqual([1, expect.stringContaining('made by a newer version')]);
}

async function signIn(url: string): Promise<AccountByUrl> {
  const client = new UrlClient(url);
  await client.signIn('+4915112345671', 'Ann');
  const ann = new AccountByUrl(client);
  await ann.create('todo', 'Buy milk');
  return ann;
}

/** Expects the state of the copy without later changes, and that everything continues in the same session. */
async function expectEarlier(url: string, ann: AccountByUrl): Promise<void> {
  expect(await ann.at(url).items()).toEqual({ 'Buy milk': 'pending' });
  await ann.at(url).create('todo', 'Buy boots');
  expect(await ann.at(url).items()).toEqual({ 'Buy milk': 'pending', 'Buy boots': 'pending' });
}

const makeMore = async (url: string, ann: AccountByUrl): Promise<void> =>
  void (await ann.at(url).create('todo', 'Made by the newer'));

test('[UPG-16] 0.2.0 serves a copy of its data folder that was made before the upgrade', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foray-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL's account must be able to reach it.
  chmodSync(folder, 0o755);
  const env = { FORAY_DATA_DIR: join(folder, 'data') };
  const follow = async (commands: readonly string[]): Promise<void> => {
    for (const command of commands) {
      await promisify(execFile)('bash', ['-c', command], { cwd: folder });
    }
  };
  const ann = await run(former, env, signIn);
  expect(before).toHaveLength(1);
  await follow(before);
  await run(present, env, (url) => makeMore(url, ann));
  await expectRefusal(env);
  expect(after).toEqual([expect.any(String), expect.any(String), 'npm start']);
  await follow(after.slice(0, -1));
  await run(former, env, (url) => expectEarlier(url, ann));
});

test('[UPG-16] 0.2.0 serves a copy of its database that was made before the upgrade', async () => {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.stop());
  const { host, user, database } = postgres.connection;
  const envOf = (name: string) => ({
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    FORAY_SECRET: 's'.repeat(32),
  });
  const ann = await run(former, envOf(database), signIn);
  const [, copy = ''] = /^create database (\w+) template foray;$/.exec(statement) ?? [];
  const client = new pg.Client({ host, user, database: 'postgres' });
  await client.connect();
  await client.query(statement.replace('template foray', `template "${database}"`));
  await client.end();
  await run(present, envOf(database), (url) => makeMore(url, ann));
  await expectRefusal(envOf(database));
  await run(former, envOf(copy), (url) => expectEarlier(url, ann));
});
