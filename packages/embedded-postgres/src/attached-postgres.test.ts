import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachEmbeddedPostgres } from './attached-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { query } from './testing/query.ts';
import { withReachablePackage } from './testing/reachable-package.ts';
import { copyTestCluster } from './testing/test-postgres.ts';

const reachablePackage = withReachablePackage();
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'foray-attached-')));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = () => ({
  dataDir: join(folder, 'data'),
  log: () => undefined,
  systemFolder: join(folder, 'system'),
  packageFolder: reachablePackage(),
});

async function withCluster(): Promise<void> {
  mkdirSync(join(folder, 'data'));
  chmodSync(join(folder, 'data'), 0o755);
  await copyTestCluster(join(folder, 'data', 'postgres'));
}

test('[BLOCK-10] a command uses the database of a running server, which keeps running', async () => {
  await withCluster();
  const server = await startEmbeddedPostgres(options());
  await query(server, 'create table kept as select 42 as answer');
  const attached = await attachEmbeddedPostgres(options());
  expect(attached.connection).toEqual(server.connection);
  expect(await query(attached, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await attached.stop();
  expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await server.stop();
});

test('[BLOCK-10] a command starts a server if none runs, and stops it afterwards', async () => {
  await withCluster();
  const attached = await attachEmbeddedPostgres(options());
  expect(await query(attached, 'select 1 as one')).toEqual([{ one: 1 }]);
  await attached.stop();
  await expect(query(attached, 'select 1 as one')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  // The folder is free again.
  const server = await startEmbeddedPostgres(options());
  await server.stop();
});

test('a command creates neither a database nor a folder if there is none', async () => {
  await expect(attachEmbeddedPostgres(options())).rejects.toMatchObject({
    code: 'folder_unusable',
    message: expect.stringMatching(/start Foray once/),
  });
  expect(readdirSync(folder)).toEqual([]);
});
