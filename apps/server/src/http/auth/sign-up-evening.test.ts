import { proofBitsOfCrowd } from '../limits/proof-bits.ts';
import { keepCodes, codeConfig } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { solve } from '../testing/solve-proof.ts';
import type { TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());
const hourMs = 3_600_000;

/** A server with these limits of codes, and people who sign up there, all in one network. */
async function evening(codes: object) {
  const sent = keepCodes();
  const app = await server.build(
    { ...codeConfig, rateLimits: 'on', trustProxy: 1, ...codes },
    { logger: sent.logger },
  );
  const venue = { 'x-forwarded-for': '203.0.113.7' };
  const ask = async (client: TestClient, phone: string, from = venue) => {
    const free = await client.post('/api/login/code', { phone }, from);
    if (free.status !== 428) return { status: free.status, bits: 0 };
    const { proof } = free.body.error;
    const proven = await client.post('/api/login/code', { phone, proof: solve(proof) }, from);
    return { status: proven.status, bits: proof.bits as number };
  };
  return {
    sent,
    async browser(): Promise<TestClient> {
      const client = server.client(app);
      await client.get('/csrf-cookie', venue);
      return client;
    },
    ask,
    login: (client: TestClient, phone: string) =>
      client.post('/api/login', { phone, name: 'Ada', code: sent.last() }, venue),
  };
}

test('[SIGN-26] with the defaults 200 people of one area code behind one address sign up within an hour, and one in ten asks twice @full', async () => {
  server.clock.nowMs += 24 * hourMs - (server.clock.nowMs % hourMs);
  const { browser, ask, login, sent } = await evening({});
  const tally: Record<string, number> = {};
  for (let person = 0; person < 200; person += 1) {
    server.clock.nowMs += (hourMs - 1_000) / 200;
    const phone = `+49151${10_000_000 + person}`;
    const client = await browser();
    for (let asked = 0; asked < (person % 10 === 0 ? 2 : 1); asked += 1) {
      const { status, bits } = await ask(client, phone);
      const kind = status === 200 ? `sent for ${bits} bits` : `refused ${status}`;
      tally[kind] = (tally[kind] ?? 0) + 1;
    }
    if (sent.lines.at(-1)?.to === phone) expect((await login(client, phone)).status).toBe(200);
  }
  expect(tally).toEqual({ 'sent for 0 bits': 8, 'sent for 16 bits': 212 });
});

test('[SIGN-26] a network gets an eighth of the codes for a prefix free and the others for a proof of work, which cost people elsewhere nothing', async () => {
  server.clock.nowMs += 24 * hourMs - (server.clock.nowMs % hourMs);
  const { browser, ask, sent } = await evening({
    codes: { perPrefix: 16, perDay: 1_000, perNetwork: 24 },
  });
  const asked = [];
  for (let person = 0; person < 12; person += 1) {
    server.clock.nowMs += 60_000;
    asked.push(await ask(await browser(), `+49151${10_000_000 + person}`));
  }
  const [free, proven] = [0, 16].map((bits) => ({ status: 200, bits }));
  expect(asked).toEqual([free, free, ...Array.from({ length: 10 }, () => proven)]);
  const elsewhere = { 'x-forwarded-for': '192.0.2.1' };
  expect(await ask(await browser(), '+4915110000999', elsewhere)).toEqual(free);
  expect(sent.warned).toEqual([]);
});

test('[SIGN-26] people who sign up in the same minute behind one address are not refused', async () => {
  server.clock.nowMs += 24 * hourMs - (server.clock.nowMs % hourMs);
  const { browser, ask, login } = await evening({
    codes: { perPrefix: 1_000, perDay: 100_000, perNetwork: 240 },
  });
  const outcomes = [];
  for (let person = 0; person < 41; person += 1) {
    const phone = `+49151${20_000_000 + person}`;
    const client = await browser();
    const { status } = await ask(client, phone);
    outcomes.push(status === 200 ? (await login(client, phone)).status : status);
  }
  expect(outcomes).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
});

test('[SIGN-27] [BOUND-01] one network costs at most CODES_PER_NETWORK messages in an hour and an eighth of those of a day, to any numbers, and learns of it before it computes a proof', async () => {
  server.clock.nowMs += 24 * hourMs - (server.clock.nowMs % (24 * hourMs));
  const { browser, ask, sent } = await evening({
    codes: { perPrefix: 8, perDay: 96, perNetwork: 8 },
  });
  const inHours = [];
  for (let hour = 0; hour < 3; hour += 1) {
    const before = sent.lines.length;
    for (let person = 0; person < 10; person += 1) {
      server.clock.nowMs += 60_000;
      await ask(await browser(), `+4915${person % 8}${10_000_000 + 100 * hour + person}`);
    }
    inHours.push(sent.lines.length - before);
    server.clock.nowMs += hourMs - (server.clock.nowMs % hourMs);
  }
  expect(inHours).toEqual([8, 4, 0]);
  const neighbour = { 'x-forwarded-for': '203.0.113.99' };
  const client = await browser();
  const refused = await client.post('/api/login/code', { phone: '+4915112345678' }, neighbour);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 21 * 3_600]);
  // Each hour, the node says once which setting raises a limit.
  expect(sent.warned.filter((line) => !Object.hasOwn(line as object, 'half'))).toEqual([
    { bound: 'code network', setting: 'CODES_PER_NETWORK' },
    { bound: 'code day network', setting: 'CODES_PER_DAY' },
    { bound: 'code day network', setting: 'CODES_PER_DAY' },
    { bound: 'code day network', setting: 'CODES_PER_DAY' },
  ]);
});

test('[SIGN-26] a proof gets harder if many networks ask for more than their shares', () => {
  const bits = [0, 239, 240, 479, 480, 2_400, 1_000_000].map((used) => proofBitsOfCrowd(used, 240));
  expect(bits).toEqual([16, 16, 17, 17, 18, 20, 22]);
});
