import { sql } from 'kysely';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { readConfig } from './config.ts';
import { openDatabase } from '../db/pool/database.ts';
import { listenLocally } from '../http/testing/raw-requests.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const { tuning } = readConfig({
  STATEMENT_SECONDS: '1',
  KEEP_ALIVE_SECONDS: '620',
  RETRY_AFTER_SECONDS: '9',
});

test.each([true, false])(
  '[METRIC-10] a statement is cancelled after the configured seconds (prepared statements: %s)',
  async (isDirect) => {
    const { statementMs } = tuning;
    const database = openDatabase({ address: server.address, isDirect, statementMs });
    onTestFinished(() => database.close());
    await expect(sql`select pg_sleep(60)`.execute(database.kysely)).rejects.toMatchObject({
      code: '57014',
    });
  },
);

test('[METRIC-10] devices and proxies are sent the configured seconds', async () => {
  const app = await server.build({ tuning });
  const port = await listenLocally(app);
  const headers = { connection: 'keep-alive' };
  const asking = get({ port, host: '127.0.0.1', path: '/api/config', agent: false, headers });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.headers['keep-alive']).toBe('timeout=620');
  answer.destroy();
  const client = server.client(app);
  await client.signIn();
  const { kysely } = server.database;
  await kysely.schema.alterTable('sessions').renameTo('sessions_away').execute();
  onTestFinished(() => kysely.schema.alterTable('sessions_away').renameTo('sessions').execute());
  const refused = await client.get('/api/me');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '9']);
});
