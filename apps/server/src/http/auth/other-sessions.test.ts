import { sharedInFile } from '../../testing/shared-in-file.ts';
import { browserKeys } from '../testing/browser-keys.ts';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { codeConfig, otherThan } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, type TestAnswer, type TestClient } from '../testing/test-client.ts';

const server = await sharedInFile(startServerUnderTest());

const { number, browser, ask, lastCode, signIn } = codeBrowsers(() => server, '15112630000');

let browsers = 0;

/** Two browsers of one person, each with a push subscription, and a stranger's. */
async function people() {
  const phone = number();
  const [here, there, stranger] = [await browser(), await browser(), await browser()];
  await signIn(here, phone);
  await signIn(there, phone);
  await signIn(stranger, number());
  for (const client of [here, there, stranger]) {
    browsers += 1;
    const endpoint = `https://fcm.googleapis.com/fcm/send/${browsers}`;
    expect((await client.post('/api/push', { endpoint, keys: browserKeys })).status).toBe(204);
  }
  return { phone, here, there, stranger };
}

type People = Awaited<ReturnType<typeof people>>;

const statusesOf = async ({ here, there, stranger }: People) => {
  const answers = await Promise.all([here, there, stranger].map((one) => one.get('/api/me')));
  return answers.map(({ status }) => status);
};

const subscriptionsOf = async (client: TestClient): Promise<number> => {
  const { id } = (await client.get('/api/me')).body.user;
  const { rows } = await server.database.pool.query('select from push where user_id = $1', [id]);
  return rows.length;
};

const eventsOf = async (client: TestClient): Promise<readonly string[]> =>
  (await client.get('/api/security-events')).body.data.map(({ kind }: { kind: string }) => kind);

interface Act {
  readonly what: string;
  /** With the right code of the previous number, or with this one. */
  readonly run: (of: People, body: object, code?: string) => Promise<TestAnswer>;
}

const acts: readonly Act[] = [
  {
    what: 'a change of number',
    async run({ phone, here }, body, code) {
      const to = number();
      const codes = { code: code ?? (await ask(here, phone)), new_code: await ask(here, to) };
      return here.post('/api/me/phone', { phone: to, ...codes, ...body });
    },
  },
  {
    what: 'new recovery codes',
    async run({ phone, here }, body, code) {
      return here.post('/api/recovery-codes', {
        code: code ?? (await ask(here, phone)),
        ...body,
      });
    },
  },
];

test.each(acts)(
  '[SIGN-23] $what ends the other sessions and their push subscriptions, and no others, unless the request says no',
  async ({ run }) => {
    // Clients of earlier versions send no such field.
    for (const body of [{}, { end_other_sessions: true }]) {
      const them = await people();
      const { here, stranger } = them;
      expect((await run(them, body)).status).toBe(200);
      expect(await statusesOf(them)).toEqual([200, 401, 200]);
      expect([await subscriptionsOf(here), await subscriptionsOf(stranger)]).toEqual([1, 1]);
      expect(await eventsOf(here)).toContain('other_sessions_ended');
    }
  },
);

test.each(acts)(
  '[SIGN-23] $what leaves the other sessions if the request says no',
  async ({ run }) => {
    const them = await people();
    expect((await run(them, { end_other_sessions: false })).status).toBe(200);
    expect(await statusesOf(them)).toEqual([200, 200, 200]);
    expect(await subscriptionsOf(them.here)).toBe(2);
    expect(await eventsOf(them.here)).not.toContain('other_sessions_ended');
  },
);

test.each(acts)('[SIGN-23] $what ends no session if it is refused', async ({ run }) => {
  const them = await people();
  const wrong = otherThan(await ask(them.here, them.phone));
  const answer = await run(them, { end_other_sessions: true }, wrong);
  expect(codeOf(answer)).toBe('invalid_code');
  expect(await statusesOf(them)).toEqual([200, 200, 200]);
});

test.each(acts)('[SIGN-23] $what ends no session if it fails halfway', async ({ run }) => {
  const them = await people();
  const { pool } = server.database;
  // The last statement of both transactions notes it in the log of the account.
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on security_events for each row
      when (new.kind = 'other_sessions_ended') execute function refuse();`);
  try {
    expect((await run(them, { end_other_sessions: true })).status).toBe(500);
  } finally {
    await pool.query('drop trigger refuse on security_events; drop function refuse();');
  }
  expect(await statusesOf(them)).toEqual([200, 200, 200]);
  expect((await them.here.get('/api/me')).body.user.phone).toBe(them.phone);
  expect((await them.here.get('/api/recovery-codes')).body.left).toBe(0);
});

test('[SIGN-23] the event stream of an ended session ends with it, and that of the current session stays open', async () => {
  const app = await server.build();
  const [here, there] = [server.client(app), server.client(app)];
  const { phone } = await here.signIn('Ada', number());
  await there.signIn('Ada', phone);
  const open = async ({ cookies }: TestClient) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'localhost', cookie };
    const answer = await app.inject({ url: '/api/events', headers, payloadAsStream: true });
    return answer.stream();
  };
  const [own, over] = [await open(here), await open(there)];
  const ended = new Promise((resolve) => over.once('end', resolve));
  over.resume();
  const body = { phone: number(), end_other_sessions: true };
  expect((await here.post('/api/me/phone', body)).status).toBe(200);
  await ended;
  expect(own.readableEnded).toBe(false);
  own.destroy();
});

describe('streams at another node', () => {
  let far: string;
  beforeAll(async () => {
    const node = await server.build(codeConfig, { directAddress: server.address });
    far = await node.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Opens the stream of a client at a node; `heard` is the text so far. */
  async function listen(address: string, client: TestClient) {
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    const { body } = await fetch(`${address}/api/events`, { headers: { cookie } });
    const state = { heard: '', isOver: false };
    const reading = (async () => {
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) state.heard += chunk;
    })().catch(() => undefined);
    void reading.then(() => (state.isOver = true));
    await expect.poll(() => state.heard).toContain(': open');
    return state;
  }

  test.each<[string, (of: People) => Promise<TestAnswer>]>([
    [
      'the end of all sessions',
      async ({ phone, here }) => {
        await here.post('/api/login/code', { phone, purpose: 'end_sessions' });
        return here.delete('/api/sessions', { code: lastCode() });
      },
    ],
    [
      'the end of one session',
      async ({ here }) => {
        const { data } = (await here.get('/api/sessions')).body;
        const other = data.find(({ current }: { current: boolean }) => !current);
        return here.delete(`/api/sessions/${other.id}`);
      },
    ],
    ['new recovery codes', async (of) => acts[1]!.run(of, {})],
    [
      'the end of the account',
      async ({ phone, here }) => {
        await here.post('/api/login/code', { phone, purpose: 'delete_account' });
        return here.delete('/api/me', { code: lastCode() });
      },
    ],
  ])('[SIGN-28] %s ends them at once, and no others', async (_, end) => {
    const them = await people();
    const [ended, strangers] = [await listen(far, them.there), await listen(far, them.stranger)];
    expect((await end(them)).status).toBeLessThan(300);
    await expect.poll(() => ended.isOver).toBe(true);
    // A heartbeat ends them as well, and reaches everybody.
    expect([strangers.isOver, strangers.heard]).toEqual([
      false,
      expect.not.stringContaining('beat'),
    ]);
  });
});
