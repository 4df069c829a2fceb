import { StoreUnavailable } from '@foray/authority';
import { routes, type OperationId, type Route } from '@foray/contract';
import { cleanUpDatabase } from '../db/upkeep/clean-up.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { TestClient, codeOf, freshPhone } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// A dump is being loaded: the tables exist, but not all of their rows do.

const server = await sharedInFile(startServerUnderTest());
const app = await server.build({
  auth: { mode: 'code', sms: { kind: 'console' } },
  rateLimits: 'on',
});

const query = (text: string) => server.database.pool.query(text);

beforeEach(async () => {
  await query('truncate witness, sessions, push, login_codes, rate_limits cascade');
});

const withoutSession: readonly string[] = ['login', 'requestLoginCode', 'isReady'];
/** Every route that queries the database, by the name of its operation. */
const asking = Object.entries<Route>(routes).filter(
  ([operation, { auth }]) => auth === 'session' || withoutSession.includes(operation),
);

const bodies: Partial<Record<OperationId, unknown>> = {
  login: { phone: freshPhone(), name: 'Ada', code: '123456' },
  requestLoginCode: { phone: '+4915112345678' },
};

async function rows(): Promise<unknown> {
  const kept = await query('select * from login_codes, rate_limits, sessions, push');
  return [await server.rows(), kept.rows];
}

test.each(asking)(
  '[RESTORE-04] %s is postponed while a backup is being loaded, and nothing is written',
  async (operation, { method, path }) => {
    const client = new TestClient(app);
    await client.get('/csrf-cookie');
    client.cookies.set('foray_session', 'x'.repeat(43));
    const before = await rows();
    const url = path.replaceAll(/:\w+/g, '10000000');
    const body = bodies[operation as OperationId];
    const answer = await client.send(method, url, body === undefined ? {} : { body });
    expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable']);
    expect(answer.headers['retry-after']).toBe('2');
    expect(await rows()).toEqual(before);
  },
);

test('[RESTORE-04] clean-up waits until the backup is loaded', async () => {
  await query(`
    insert into rate_limits (bucket, window_start, count) values ('old', '2020-01-01', 1)`);
  await expect(cleanUpDatabase(server.database.kysely, Date.now())).rejects.toThrow(
    StoreUnavailable,
  );
  expect((await query('select * from rate_limits')).rows).toHaveLength(1);
});
