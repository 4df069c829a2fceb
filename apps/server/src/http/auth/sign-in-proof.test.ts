import type { ProofChallenge } from '@foray/contract';
import { proofBitsAt, proofBitsFor } from '../limits/proof-bits.ts';
import { codeNodes } from '../testing/code-browsers.ts';
import { keepCodes } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { solve, zeroBitsOf } from '../testing/solve-proof.ts';
import { codeOf, type TestAnswer, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const sent = keepCodes();
const node = codeNodes(() => server, sent.logger);
const config = {
  rateLimits: 'on',
  codes: { perPrefix: 1_000, perDay: 500, perNetwork: 240 },
} as const;
let numbers = 10_000;

function number(): string {
  numbers += 1;
  return `+49151123${numbers}`;
}

async function browser(more = {}): Promise<TestClient> {
  const client = server.client(await node({ ...config, ...more }));
  await client.get('/csrf-cookie');
  return client;
}

const ask = (client: TestClient, phone: string, proof?: unknown): Promise<TestAnswer> =>
  client.post('/api/login/code', { phone, proof });

/** Ten codes to numbers that nobody has, as many as need no proof. */
async function makeLoad(): Promise<void> {
  server.clock.nowMs += 86_400_000;
  const attacker = await browser();
  for (let count = 0; count < 10; count += 1) {
    attacker.cookies.delete('foray_device');
    expect((await ask(attacker, number())).status).toBe(200);
  }
}

async function challengeFor(client: TestClient, phone: string): Promise<ProofChallenge> {
  const answer = await ask(client, phone);
  expect([answer.status, codeOf(answer)]).toEqual([428, 'proof_required']);
  expect(answer.body.error.proof).toEqual({ challenge: expect.any(String), bits: 16 });
  return answer.body.error.proof;
}

test('[SIGN-10] under load a code is sent only for a proof of work, and each solution counts once', async () => {
  await makeLoad();
  const phone = number();
  const client = await browser();
  const before = sent.lines.length;
  const proof = solve(await challengeFor(client, phone));
  expect(sent.lines).toHaveLength(before);
  // On any node.
  const other = await browser();
  expect((await ask(other, phone, proof)).status).toBe(200);
  expect(sent.lines.at(-1)?.to).toBe(phone);
  expect(codeOf(await ask(client, phone, proof))).toBe('proof_required');
  const again = { ...proof, challenge: `${proof.challenge}`.replace(/\.(\d+)\./, '.1$1.') };
  expect(codeOf(await ask(client, phone, again))).toBe('proof_required');
  expect(sent.lines).toHaveLength(before + 1);
});

test('[SIGN-10] a solution is valid for one number and one request, for five minutes', async () => {
  await makeLoad();
  const phone = number();
  const client = await browser();
  const challenge = await challengeFor(client, phone);
  const proof = solve(challenge);
  expect(codeOf(await ask(client, number(), proof))).toBe('proof_required');
  // One bit less than was required.
  let wrong = 0;
  while (zeroBitsOf(proof.challenge, wrong) !== 15) wrong += 1;
  expect(codeOf(await ask(client, phone, { ...proof, solution: wrong }))).toBe('proof_required');
  const easier = { challenge: challenge.challenge.replace('16.', '1.'), bits: 1 };
  expect(codeOf(await ask(client, phone, solve(easier)))).toBe('proof_required');
  for (const text of ['', '1', 'x'.repeat(200), `${proof.challenge}A`]) {
    const forged = { challenge: text, solution: 0 };
    expect(codeOf(await ask(client, phone, forged))).toBe('proof_required');
  }
  const other = solve(await challengeFor(client, phone));
  server.clock.nowMs += 5 * 60_000 - 1;
  expect((await ask(client, phone, other)).status).toBe(200);
  server.clock.nowMs += 1;
  expect(codeOf(await ask(client, phone, proof))).toBe('proof_required');
  // The load is over.
  server.clock.nowMs += 5 * 60_000;
  expect((await ask(client, phone)).status).toBe(200);
});

test('[SIGN-10] no proof is required in a browser in which the number has signed in, nor without codes', async () => {
  const phone = number();
  const owner = await browser();
  await ask(owner, phone);
  await owner.post('/api/login', { phone, name: 'Ada', code: sent.last() });
  await makeLoad();
  expect((await ask(owner, phone)).status).toBe(200);
  // The proof is as hard as for a number without an account.
  await challengeFor(await browser(), phone);
  expect((await ask(await browser({ auth: { mode: 'open' } }), number())).status).toBe(200);
  expect((await ask(await browser({ rateLimits: 'off' }), number())).status).toBe(200);
});

test('[SIGN-10] a proof is harder as the load grows', () => {
  expect(
    [0, 9, 10, 14, 15, 20, 28, 29, 40, 1_000].map((codes) => proofBitsFor(codes, 500)),
  ).toEqual([0, 0, 16, 16, 17, 18, 18, 19, 20, 20]);
  expect([39, 40, 80].map((codes) => proofBitsFor(codes, 2_000))).toEqual([0, 16, 18]);
});

test('[SIGN-19] a proof is harder as the second half of a shared limit is used up, up to 22 bits beyond it', () => {
  const bitsOf = (most: number) =>
    Array.from({ length: most + 3 }, (_, used) => proofBitsAt(used, most));
  expect(bitsOf(10)).toEqual([0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 22]);
  expect(bitsOf(4)).toEqual([0, 0, 16, 18, 21, 22, 22]);
  expect(bitsOf(1)).toEqual([0, 16, 21, 22]);
});
