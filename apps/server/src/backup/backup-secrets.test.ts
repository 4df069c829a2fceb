import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase, type Database } from '../db/pool/database.ts';
import { createEmptyDatabase } from '../db/testing/test-database.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { putSecretFiles, secretFilesIn, secretIn } from '../config/secret.ts';
import { answerBackup, prepareRestore } from '../bin/backup-command.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

let home: string;
let file: string;
let database: Database;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'foray-backup-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  file = join(home, 'a.backup');
  const empty = openDatabase({ address: await createEmptyDatabase(), isDirect: true });
  onTestFinished(() => empty.close());
  database = empty;
});

const [env, otherEnv] = [
  { FORAY_SECRET: 'the secret of an operator, of more than 32 characters' },
  { FORAY_SECRET: 'another secret of an operator, as long as it must be' },
];

function dataFolder(name: string): string {
  const path = join(home, name);
  mkdirSync(path);
  return path;
}

test('[BACKUP-07] a backup made under another secret is restored with a warning', async () => {
  await answerBackup({ database: server.database, folder: null, env }, file);
  const restore = await prepareRestore({ file, replaces: false });
  expect(await restore({ database, folder: null, env: otherEnv })).toContain(
    'It was made under another secret than this',
  );
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(env.FORAY_SECRET);
});

test('[BACKUP-07] the secrets of a data folder are restored into another one, readable by the owner only', async () => {
  const [from, to] = [dataFolder('from'), dataFolder('to')];
  const secrets = { secret: 's'.repeat(32), 'secret.previous': 'p'.repeat(32) };
  putSecretFiles(from, secrets);
  await answerBackup(
    { database: server.database, folder: { path: from, isInUse: true }, env: {} },
    file,
  );
  const own = secretIn(to);
  const work = await prepareRestore({ file, replaces: false });
  const restore = (isInUse: boolean) => work({ database, folder: { path: to, isInUse }, env: {} });
  await expect(restore(true)).rejects.toThrow('stop Foray, and restore it then');
  expect(secretFilesIn(to)).toEqual({ secret: own });
  expect(await restore(false)).not.toContain('another secret');
  expect(secretFilesIn(to)).toEqual(secrets);
});
