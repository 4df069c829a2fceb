import { dayMs } from '@foray/domain';
import { until } from '@foray/embedded-postgres/testing';
import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { cleanUpDatabase } from '../../db/upkeep/clean-up.ts';
import { openDatabase } from '../../db/pool/database.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());
beforeEach(() => server.database.pool.query('truncate assets'));

const script = `export const text = '${'A long text. '.repeat(200)}';`;
const tiny = 'export {};';
const style = '.a{}'.repeat(500);

/** A build of the app as from `npm run build`, with compressed files beside those that are not tiny. */
function build(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'foray-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'the app');
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'assets', name);
    writeFileSync(path, text);
    if (text.length < 1024) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text));
  }
  return folder;
}

const node = (staticDir: string): Promise<FastifyInstance> => server.build({}, { staticDir });
const ask = (app: FastifyInstance, url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url, headers: { host: 'localhost', ...headers } });

const buildA = { 'sheet-AAAA1111.js': script, 'tiny-AAAA2222.js': tiny, 'app-AAAA3333.css': style };
const buildB = { 'sheet-BBBB1111.js': script };

test('[UPG-05] nodes of two builds each serve the files of both builds', async () => {
  const [a, b] = [await node(build(buildA)), await node(build(buildB))];
  const own = {
    etag: '',
    'last-modified': '',
    'accept-ranges': '',
    date: '',
    connection: '',
    'x-request-id': '',
  };
  for (const coding of ['br', 'gzip, deflate, br;q=0.5', 'gzip', 'br;q=0', '']) {
    for (const name of Object.keys(buildA)) {
      const headers = { 'accept-encoding': coding };
      const [mine, kept] = [
        await ask(a, `/assets/${name}`, headers),
        await ask(b, `/assets/${name}`, headers),
      ];
      expect([coding, name, kept.statusCode]).toEqual([coding, name, 200]);
      const less = {
        ...own,
        'content-length': '',
        'content-encoding': '',
        'transfer-encoding': '',
      };
      expect({ ...kept.headers, ...less }).toEqual({ ...mine.headers, ...less });
      const isBrotli = /br(?!;q=0$)/.test(coding);
      expect(kept.headers['content-encoding'] === 'br').toBe(isBrotli);
      if (isBrotli) expect(kept.rawPayload.length).toBeLessThan(200);
      if (coding === '') expect(kept.payload).toBe(buildA[name as keyof typeof buildA]);
    }
  }
  expect((await ask(a, '/assets/sheet-BBBB1111.js')).payload).toBe(script);
  const head = await b.inject({
    method: 'HEAD',
    url: '/assets/tiny-AAAA2222.js',
    headers: { host: 'localhost' },
  });
  expect(head.statusCode).toBe(200);
});

test('[UPG-05] a file that no build had is not found, nor is anything else under the name of a stored file', async () => {
  await node(build(buildA));
  const b = await node(build(buildB));
  await server.database.pool.query(`
    insert into assets values ('../secret', '', now()), ('a/b.js', '', now()), ('.env', '', now())`);
  const paths =
    `/assets/none-AAAA1111.js /assets/ /assets/%2e%2e%2fsecret /assets/..%2Fsecret /assets/a/b.js
    /assets/.env /assets/sheet-AAAA1111.js/ /assets/%73heet-AAAA1111.js /sheet-AAAA1111.js /api/sheet-AAAA1111.js
    /assets//sheet-AAAA1111.js /assets/sheet-AAAA1111.js.br`.split(/\s+/);
  for (const path of paths) {
    const answer = await ask(b, path);
    expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 404, 'not_found']);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  const posted = await server.client(b).post('/assets/sheet-AAAA1111.js');
  expect([posted.status, codeOf(posted)]).toEqual([404, 'not_found']);
});

test('[UPG-05] files are deleted 30 days after the last node of their build ran', async () => {
  const { kysely } = server.database;
  const a = await node(build(buildA));
  const b = await node(build(buildB));
  const found = async (name: string) => (await ask(b, `/assets/${name}`)).statusCode;
  const startMs = server.clock.nowMs;
  onTestFinished(() => void (server.clock.nowMs = startMs));
  await a.close();
  await cleanUpDatabase(kysely, startMs + 30 * dayMs);
  expect(await found('sheet-AAAA1111.js')).toBe(200);
  // For a node of build A that is started again later, the time begins then.
  server.clock.nowMs = startMs + 10 * dayMs;
  await node(build(buildA));
  await cleanUpDatabase(kysely, startMs + 40 * dayMs);
  expect(await found('sheet-AAAA1111.js')).toBe(200);
  await cleanUpDatabase(kysely, startMs + 40 * dayMs + 1);
  expect(await found('sheet-AAAA1111.js')).toBe(404);
  expect(await found('sheet-BBBB1111.js')).toBe(200);
});

test('[UPG-06] nodes that start at once store each file once', async () => {
  const folder = build(buildA);
  await Promise.all([node(folder), node(folder), node(build({ ...buildA, ...buildB }))]);
  const { rows } = await server.database.pool.query<{ name: string }>(
    'select name from assets order by name collate "C"',
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys({ ...buildA, ...buildB }).toSorted());
});

test('[UPG-06] a node starts on a read-only database, and serves the stored files', async () => {
  await node(build(buildA));
  const { host, port, user, database: name } = server.address;
  const more = { host, port: String(port), options: '-c default_transaction_read_only=on' };
  const query = new URLSearchParams(more).toString().replaceAll('+', '%20');
  const connectionString = `postgres://${user}@/${name}?${query}`;
  const database = openDatabase({ address: { connectionString }, isDirect: true });
  onTestFinished(() => database.close());
  const b = await server.build({}, { staticDir: build(buildB), database });
  expect((await ask(b, '/assets/sheet-BBBB1111.js')).statusCode).toBe(200);
  expect((await ask(b, '/assets/sheet-AAAA1111.js')).payload).toBe(script);
});

test('[UPG-06] files that could not be stored at the start are stored once the database accepts them', async () => {
  const { pool } = server.database;
  await pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '25006'; end $$;
    create trigger refuse before insert on assets execute function refuse()`);
  await server.build({}, { staticDir: build(buildB), keepAssetsEveryMs: 20 });
  const a = await node(build(buildA));
  const found = async () => (await ask(a, '/assets/sheet-BBBB1111.js')).statusCode;
  expect(await found()).toBe(404);
  await pool.query('drop trigger refuse on assets; drop function refuse');
  await until('a kept file', async () => (await found()) === 200);
  // As after a restored backup.
  await pool.query('truncate assets');
  await until('a kept file again', async () => (await found()) === 200);
});
