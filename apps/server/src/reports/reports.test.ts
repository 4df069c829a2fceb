import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupFailure } from '@foray/embedded-postgres';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { reachDatabase } from '../bin/reach-database.ts';
import { answerReports, readCommand } from '../bin/report-command.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest('own'));

const run = (...args: readonly string[]) =>
  answerReports(server.database.kysely, readCommand(args), server.clock.nowMs);

test('[BLOCK-09] reports are listed newest first, as a table or JSON, and marked as handled', async () => {
  expect(await run()).toBe('Nobody has reported anybody.');
  expect(await run('--json')).toBe('[]');
  const [ann, bob] = [server.client(), server.client()];
  const [{ id: annId }, { id: bobId }] = [await ann.signIn('Ann'), await bob.signIn('Bob')];
  await importEachOther(ann, bob);
  const [first, second] = [server.clock.nowMs, server.clock.nowMs + 60_000].map((ms) =>
    new Date(ms).toISOString(),
  );
  await ann.post(`/api/contacts/${bobId}/report`, { reason: 'harassment', text: 'Calls\nme.' });
  server.clock.nowMs += 60_000;
  await bob.post(`/api/contacts/${annId}/report`, { reason: 'spam' });

  const about = { user_id: annId, reported_id: bobId, reason: 'harassment', text: 'Calls\nme.' };
  const oldest = { id: 1, ...about, created_at: first, done_at: null };
  const other = { user_id: bobId, reported_id: annId, reason: 'spam', text: '' };
  const newest = { id: 2, ...other, created_at: second, done_at: null };
  expect(JSON.parse(await run('--json'))).toEqual([newest, oldest]);

  expect(await run('--done', '1')).toBe('Report 1 is marked as handled.');
  server.clock.nowMs += 60_000;
  // Once is enough: the first time stays.
  await run('--done', '1');
  expect(JSON.parse(await run('--json'))).toEqual([newest, { ...oldest, done_at: second }]);
  const cells = (await run()).split('\n').map((line) => line.split(/ {2,}/));
  expect(cells).toEqual([
    ['id', 'when', 'by', 'of', 'reason', 'handled', 'text'],
    ['2', second, String(bobId), String(annId), 'spam', '-'],
    ['1', first, String(annId), String(bobId), 'harassment', second, 'Calls me.'],
  ]);
  await expect(run('--done', '3')).rejects.toThrow('There is no report 3.');
});

test.each([
  [['--all']],
  [['--done']],
  [['--done', 'x']],
  [['--done', '0']],
  [['--json', '--done']],
  [['--done', '1', '2']],
])('%j is refused with a list of the possible commands', (args) => {
  expect(() => readCommand(args)).toThrow(StartupFailure);
});

test('[BLOCK-10] the database is that of DATABASE_URL, else the one in the data folder', async () => {
  const url = 'postgres://foray:secret@db.example/foray';
  const log = () => undefined;
  const reached = await reachDatabase({ DATABASE_URL: url, FORAY_DATA_DIR: '/nowhere' }, log);
  expect(reached.address).toEqual({ connectionString: url });
  await reached.stop();
  const empty = mkdtempSync(join(tmpdir(), 'foray-reports-'));
  await expect(reachDatabase({ FORAY_DATA_DIR: empty }, log)).rejects.toThrow(
    /There is no database in/,
  );
  rmSync(empty, { recursive: true });
});
