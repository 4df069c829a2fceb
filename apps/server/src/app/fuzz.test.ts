import { readTables } from '../db/testing/committed-tables.ts';
import { codeConfig, keepCodes } from '../http/testing/sent-codes.ts';
import { fuzz, fuzzPhones, type Findings } from '../http/testing/fuzz/run.ts';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';

/** DRAW_SEED repeats the requests, as long as responses arrive in the same order. */
const seed = Number(process.env['DRAW_SEED'] ?? 1);
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_000);
/** Much more than it takes, for busy machines. */
const timeoutMs = 300_000 + 200 * requests;

let server: ServerUnderTest;
let findings: Findings;

beforeAll(async () => {
  server = await startServerUnderTest();
  const codes = keepCodes();
  const config = { ...codeConfig, operatorPhones: [...fuzzPhones.values()] };
  const app = await server.build(config, {
    logger: codes.logger,
    directAddress: server.address,
    // No test reaches a push service.
    post: () => Promise.resolve(new Response(null, { status: 201 })),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { pool } = server.database;
  findings = await fuzz(
    {
      url,
      pool,
      codes,
      wait: (ms) => void (server.clock.nowMs += ms),
      tables: () => readTables(pool),
    },
    { seed, requests },
  );
}, timeoutMs);
afterAll(async () => {
  await server?.stop();
});

function expectNone(found: readonly string[]): void {
  const replay = `DRAW_SEED=${seed} FUZZ_REQUESTS=${requests}`;
  expect(found.length, [replay, ...found].join('\n')).toBe(0);
}

test('[FUZZ-01] no request makes the server fail', () => expectNone(findings.failures));

test('[FUZZ-02] every response is allowed by the published document', () =>
  expectNone(findings.outside));

test('[FUZZ-03] nothing succeeds without its session, its token or its origin', () =>
  expectNone(findings.forged));

test('[FUZZ-04] no response reveals data that its caller may not see', () =>
  expectNone(findings.leaks));

test('[FUZZ-05] afterwards streams, lists, counts, searches and rights are consistent', () =>
  expectNone(findings.disagreements));

test('[FUZZ-06] every operation of the document was called, and succeeded at least once', () => {
  const lacking = [...findings.calls].filter(([, { succeeded }]) => succeeded === 0);
  expectNone(lacking.map(([operation, { asked }]) => `${operation}: ${asked} times, never well`));
});
