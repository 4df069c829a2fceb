import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { numberKinds, standardCodeNumbers } from '../../config/code-numbers.ts';
import { deriveKeys } from '../../config/keys.ts';
import { createLimits } from '../limits/limits.ts';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { startServerUnderTest, type ServerUnderTest } from '../testing/server-under-test.ts';
import { solve } from '../testing/solve-proof.ts';
import { testSecret } from '../testing/test-app.ts';
import type { TestAnswer, TestClient } from '../testing/test-client.ts';

/** The statements of the request that runs in this context, in order. */
const sentStatements = new AsyncLocalStorage<string[]>();

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServerUnderTest();
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    config: unknown,
    ...rest: unknown[]
  ) {
    const text = typeof config === 'string' ? config : (config as pg.QueryConfig).text;
    sentStatements.getStore()?.push(text);
    return Reflect.apply(query, this, [config, ...rest]);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server?.stop();
});

const { number, browser, ask, signIn, lastCode } = codeBrowsers(() => server, '15113450000');

const manyCodes = { perPrefix: 1_000, perDay: 1_000_000, perNetwork: 240 };
const limited = (codes = manyCodes) => ({ rateLimits: 'on', trustProxy: 1, codes }) as const;
let networks = 0;
const fromNewNetwork = () => {
  networks += 1;
  return { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.9` };
};

/** Requests a code in a browser and from a network of its own. */
async function askAsStranger(
  phone: string,
  codes = manyCodes,
  proof?: object,
): Promise<TestAnswer> {
  const client = await browser(limited(codes));
  return client.post('/api/login/code', { phone, proof }, fromNewNetwork());
}

async function askForOthers(count: number, codes: typeof manyCodes): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) {
    expect((await askAsStranger(number(), codes)).status).toBe(200);
  }
}

/** The browser of somebody who is signed in, at a server with another configuration. */
async function memberAt(config: object, member: TestClient): Promise<TestClient> {
  const client = await browser(config);
  for (const [name, value] of member.cookies) client.cookies.set(name, value);
  return client;
}

function solutionOf(answer: TestAnswer) {
  expect(answer.status).toBe(428);
  return solve(answer.body.error.proof);
}

/** Everything in a response that its client can see, without random values and times. */
function visible({ status, headers, cookies, text }: TestAnswer) {
  // The seconds until the next minute of an address are those of the clock, as the date is.
  const clock = ['date', 'x-server-time', 'x-ratelimit-reset'];
  const hidden = [...clock, 'x-request-id', 'set-cookie'];
  const others = Object.entries(headers).filter(([name]) => !hidden.includes(name));
  return {
    status,
    headers: others,
    cookies: cookies.map(({ value, expires: _expires, ...cookie }) => ({
      ...cookie,
      length: value.length,
    })),
    body: text.replace(/"challenge":"[^"]*"/, '"challenge":"…"'),
  };
}

const smallPrefix = { ...manyCodes, perPrefix: 4 };
const smallDay = { ...manyCodes, perDay: 4, perNetwork: 240 };
/** Few enough per day that ten codes count as load. */
const loaded = { ...manyCodes, perDay: 500, perNetwork: 240 };

const limitsWith = (codes: typeof manyCodes) =>
  createLimits({
    db: server.database.kysely,
    keys: deriveKeys(testSecret).limits,
    nowMs: () => server.clock.nowMs,
    isOn: true,
    codes,
    onRefused: () => undefined,
    onNear: () => undefined,
  });

const asker = (address: string) => ({ address, device: address });

/** Counts codes that strangers in networks of their own have proven work for. */
async function count(codes: number, phone: string, budget = manyCodes): Promise<void> {
  const limits = limitsWith(budget);
  for (let counted = 0; counted < codes; counted += 1) {
    const stranger = asker(fromNewNetwork()['x-forwarded-for']);
    expect(await limits.code(stranger, phone, 'proven')).toBeNull();
  }
}

async function useUpHalfOfNumber(phone: string): Promise<void> {
  for (let asked = 0; asked < 10; asked += 1) await askAsStranger(phone);
}

async function askWithProof(phone: string, codes = manyCodes): Promise<TestAnswer> {
  return askAsStranger(phone, codes, solutionOf(await askAsStranger(phone, codes)));
}

async function useUp(codes: typeof manyCodes): Promise<void> {
  await askForOthers(2, codes);
  for (let asked = 0; asked < 2; asked += 1) {
    expect((await askWithProof(number(), codes)).status).toBe(200);
  }
}

async function namedBrowser(phone: string): Promise<TestClient> {
  const client = await browser();
  await ask(client, phone);
  return client;
}

const login = (client: TestClient, phone: string, typed: object) =>
  client.post('/api/login', { phone, name: 'Eve', ...typed });

interface Attempt {
  readonly bound: string;
  readonly status: number;
  /** Brings the server to the limit and returns the request to compare, for a number. */
  readonly prepare: (phone: string) => Promise<() => Promise<TestAnswer>>;
}

const codeAt = (
  bound: string,
  status: number,
  codes: typeof manyCodes,
  before: (phone: string) => Promise<unknown>,
): Attempt => ({
  bound,
  status,
  async prepare(phone) {
    await before(phone);
    const client = await browser(limited(codes));
    const network = fromNewNetwork();
    return () => client.post('/api/login/code', { phone }, network);
  },
});

/** Requests a code with a proof of work; `meanwhile` happens while it is computed. */
const provenAt = (
  bound: string,
  status: number,
  codes: typeof manyCodes,
  before: (phone: string) => Promise<unknown>,
  meanwhile?: (codes: number, phone: string) => Promise<unknown>,
): Attempt => ({
  bound,
  status,
  async prepare(phone) {
    await before(phone);
    const proof = solutionOf(await askAsStranger(phone, codes));
    await meanwhile?.(1, phone);
    const client = await browser(limited(codes));
    const network = fromNewNetwork();
    return () => client.post('/api/login/code', { phone, proof }, network);
  },
});

/** Requests a code in a network that has got as many, each at an address of its own. */
function inNetworkAt(
  bound: string,
  status: number,
  codes: typeof manyCodes,
  counted: number,
): Attempt {
  return {
    bound,
    status,
    async prepare(phone) {
      const network = fromNewNetwork();
      for (let one = 0; one < counted; one += 1) {
        const address = network['x-forwarded-for'].replace(/9$/, String(9 - one));
        const sender = { address, device: `browser ${one}` };
        expect(await limitsWith(codes).code(sender, number(), 'stranger')).toBeNull();
      }
      const client = await browser(limited(codes));
      return () => client.post('/api/login/code', { phone }, network);
    },
  };
}

/** A login with this typed code, in a browser to which no code was sent. */
const loginIn = (bound: string, typed: object): Attempt => ({
  bound,
  status: 422,
  async prepare(phone) {
    const client = await browser();
    return () => login(client, phone, typed);
  },
});

const attempts: readonly Attempt[] = [
  codeAt('no bound', 200, manyCodes, () => Promise.resolve()),
  codeAt('half of a prefix', 428, smallPrefix, () => askForOthers(2, smallPrefix)),
  provenAt('half of a prefix, proven', 200, smallPrefix, () => askForOthers(2, smallPrefix)),
  codeAt('a prefix', 428, smallPrefix, () => useUp(smallPrefix)),
  codeAt('half of a day', 428, smallDay, () => askForOthers(2, smallDay)),
  provenAt('half of a day, proven', 200, smallDay, () => askForOthers(2, smallDay)),
  codeAt('a day', 428, smallDay, () => useUp(smallDay)),
  codeAt('the pace of a day', 429, smallDay, async (phone) => {
    await useUp(smallDay);
    await count(1, phone, smallDay);
  }),
  codeAt('half of a number', 428, manyCodes, useUpHalfOfNumber),
  provenAt('half of a number, proven', 200, manyCodes, useUpHalfOfNumber),
  codeAt('a number', 428, manyCodes, (phone) => count(20, phone)),
  provenAt('a number, proven', 200, manyCodes, (phone) => count(19, phone), count),
  codeAt('the pace of a number', 429, manyCodes, (phone) => count(25, phone)),
  {
    bound: 'the pace of one network',
    status: 429,
    async prepare(phone) {
      await count(20, phone);
      const network = fromNewNetwork();
      for (let counted = 0; counted < 2; counted += 1) {
        await limitsWith(manyCodes).code(asker(network['x-forwarded-for']), phone, 'proven');
      }
      const client = await browser(limited());
      return () => client.post('/api/login/code', { phone }, network);
    },
  },
  inNetworkAt('the share of a network', 428, { ...manyCodes, perPrefix: 16 }, 2),
  inNetworkAt('an address', 429, { ...manyCodes, perNetwork: 6 }, 1),
  inNetworkAt('a network', 429, { ...manyCodes, perNetwork: 2 }, 2),
  inNetworkAt('a day of a network', 429, { ...manyCodes, perDay: 16 }, 2),
  codeAt('the load', 428, loaded, () => askForOthers(10, loaded)),
  provenAt('the load, proven', 200, loaded, () => askForOthers(10, loaded)),
  {
    bound: 'one network of a number',
    status: 429,
    async prepare(phone) {
      const client = await browser(limited());
      const network = fromNewNetwork();
      const request = () => client.post('/api/login/code', { phone }, network);
      for (let asked = 0; asked < 5; asked += 1) await request();
      return request;
    },
  },
  {
    bound: 'a wrong code',
    status: 422,
    async prepare(phone) {
      const client = await namedBrowser(phone);
      return () => login(client, phone, { code: 'wrong!' });
    },
  },
  loginIn('a wrong code in a browser without one', { code: '000000' }),
  loginIn('no code', {}),
  loginIn('a wrong recovery code', { recovery_code: '0000-0000-0000-0000' }),
  {
    bound: 'a code for a new number',
    status: 200,
    async prepare(phone) {
      const client = await browser();
      await signIn(client, number());
      return () => client.post('/api/login/code', { phone, purpose: 'new_number' });
    },
  },
  {
    bound: 'a change to a number that one does not hold',
    status: 422,
    async prepare(phone) {
      const client = await browser();
      const own = number();
      await signIn(client, own);
      await client.post('/api/login/code', { phone, purpose: 'new_number' });
      const code = await ask(client, own);
      return () => client.post('/api/me/phone', { phone, code, new_code: 'wrong!' });
    },
  },
];

test.each(attempts)(
  '[SIGN-18] at the limit of $bound a number with an account is answered $status like any other, with the same statements',
  async ({ status, prepare }) => {
    const known = number();
    await signIn(await browser(), known);
    const observed = [];
    for (const phone of [number(), known]) {
      // Each begins at the same time of another day, so that no other case counts.
      server.clock.nowMs += 86_400_000;
      const request = await prepare(phone);
      const statements: string[] = [];
      const answer = await sentStatements.run(statements, request);
      observed.push({ ...visible(answer), statements });
    }
    expect(observed[1]).toEqual(observed[0]);
    expect(observed[0]?.status).toBe(status);
  },
);

const everyKind = { countries: null, kinds: numberKinds };
let lines = 0;
const lineOf = (prefix: string) => {
  lines += 1;
  return `${prefix}${100_000 + lines}`;
};

test.each([
  { kind: 'landline', prefix: '+4930', refusal: 'kind', codeNumbers: standardCodeNumbers },
  { kind: 'premium', prefix: '+449012', refusal: 'kind', codeNumbers: standardCodeNumbers },
  { kind: 'satellite', prefix: '+870773', refusal: 'kind', codeNumbers: standardCodeNumbers },
  {
    kind: 'foreign',
    prefix: '+4915112',
    refusal: 'country',
    codeNumbers: { ...standardCodeNumbers, countries: ['FR'] as const },
  },
])(
  '[SIGN-18] [SIGN-21] a $kind number is refused in the same way with and without an account, at sign-in and as a new number',
  async ({ prefix, refusal, codeNumbers }) => {
    const known = lineOf(prefix);
    expect((await signIn(await browser({ codeNumbers: everyKind }), known)).status).toBe(200);
    const member = await browser(limited());
    await signIn(member, number());
    const config = { ...limited(), codeNumbers };
    for (const [purpose, make] of [
      ['sign_in', () => browser(config)],
      ['new_number', () => memberAt(config, member)],
    ] as const) {
      const observed = [];
      for (const phone of [lineOf(prefix), known]) {
        const [client, network] = [await make(), fromNewNetwork()];
        const statements: string[] = [];
        const answer = await sentStatements.run(statements, () =>
          client.post('/api/login/code', { phone, purpose }, network),
        );
        observed.push({ ...visible(answer), statements });
      }
      expect(observed[1]).toEqual(observed[0]);
      const { status, body } = observed[0] ?? {};
      expect(status).toBe(422);
      const { code, fields } = JSON.parse(body ?? '').error;
      expect([code, fields]).toEqual(['number_unsupported', { phone: refusal }]);
    }
  },
);

test('[SIGN-18] codes for numbers with accounts use up as much of the shared limits as others', async () => {
  for (const codes of [smallPrefix, smallDay]) {
    const known = number();
    await signIn(await browser(), known);
    const observed = [];
    for (const next of [number, () => known]) {
      server.clock.nowMs += 86_400_000;
      const statuses: number[] = [];
      for (let asked = 0; asked < 4; asked += 1) {
        statuses.push((await askAsStranger(next(), codes)).status);
      }
      observed.push(statuses);
    }
    expect(observed).toEqual([
      [200, 200, 428, 428],
      [200, 200, 428, 428],
    ]);
  }
});

test('[SIGN-19] while strangers use up the shared limits, a new person who solves the proof can sign up', async () => {
  for (const codes of [smallPrefix, smallDay]) {
    server.clock.nowMs += 86_400_000;
    await askForOthers(2, codes);
    for (let refused = 0; refused < 5; refused += 1) {
      expect((await askAsStranger(number(), codes)).status).toBe(428);
    }
    const phone = number();
    const proof = solutionOf(await askAsStranger(phone, codes));
    const client = await browser(limited(codes));
    expect((await client.post('/api/login/code', { phone, proof })).status).toBe(200);
  }
});

test('[SIGN-19] [SIGN-25] a person can sign in in a new browser after strangers got 19 codes for the number with proofs', async () => {
  server.clock.nowMs += 86_400_000;
  const phone = number();
  await signIn(await browser(), phone);
  await count(19, phone);
  // Most of an hour is left.
  server.clock.nowMs += 600_000;
  const proof = solutionOf(await askAsStranger(phone));
  // Strangers get more codes while the person's browser computes.
  await count(2, phone);
  const client = await browser(limited());
  const body = { phone, proof };
  expect((await client.post('/api/login/code', body, fromNewNetwork())).status).toBe(200);
  const code = lastCode();
  expect((await login(client, phone, { code })).status).toBe(200);
});
