import { sql } from 'kysely';
import { deriveKeys } from '../../config/keys.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { testSecret } from '../testing/test-app.ts';
import { createLimits } from './limits.ts';

const server = await sharedInFile(startServerUnderTest());
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Limits with these totals, at noon of a day that no other test has counted on, and the names of refusals. */
function limitsWith(codes: {
  readonly perPrefix: number;
  readonly perDay: number;
  readonly perNetwork: number;
}) {
  server.clock.nowMs += 1.5 * dayMs - (server.clock.nowMs % dayMs);
  const refusals: string[] = [];
  const limits = createLimits({
    db: server.database.kysely,
    keys: deriveKeys(testSecret).limits,
    nowMs: () => server.clock.nowMs,
    isOn: true,
    codes,
    onRefused: (bound) => void refusals.push(bound),
    onNear: () => undefined,
  });
  return { limits, refusals };
}

const phone = '+4915112345678';
const asker = (network: number) => ({
  address: `10.${network >> 8}.${network & 255}.9`,
  device: `browser ${network}`,
});

test('[SIGN-25] strangers who prove work for a number get five codes in five minutes beyond its limit, and keep nobody waiting longer', async () => {
  const { limits, refusals } = limitsWith({ perPrefix: 1_000, perDay: 100_000, perNetwork: 240 });
  const outcomes = [];
  for (let network = 0; network < 26; network += 1) {
    outcomes.push(await limits.code(asker(network), phone, 'proven'));
  }
  expect(outcomes).toEqual([...Array.from({ length: 25 }, () => null), { seconds: 300 }]);
  server.clock.nowMs += 4 * minuteMs;
  // Nobody computes a proof for nothing.
  expect(await limits.costOfCode(asker(30), phone)).toEqual({ seconds: 60 });
  expect(refusals).toEqual(['code number pace', 'code number pace']);
  server.clock.nowMs += minuteMs;
  expect(await limits.costOfCode(asker(30), phone)).toEqual({ bits: 21 });
  expect(await limits.code(asker(30), phone, 'proven')).toBeNull();
});

test('[SIGN-25] one network gets two codes an hour beyond the limit of a number, and leaves the rest to others', async () => {
  const { limits, refusals } = limitsWith({ perPrefix: 1_000, perDay: 100_000, perNetwork: 240 });
  for (let network = 0; network < 20; network += 1) {
    await limits.code(asker(network), phone, 'proven');
  }
  const outcomes = [];
  for (let asked = 0; asked < 3; asked += 1) {
    outcomes.push(await limits.code(asker(50), phone, 'proven'));
  }
  expect(outcomes).toEqual([null, null, { seconds: 3_600 }]);
  expect(await limits.costOfCode(asker(50), phone)).toEqual({ seconds: 3_600 });
  expect(refusals).toEqual(['code number pace network', 'code number pace network']);
  expect(await limits.code(asker(51), phone, 'proven')).toBeNull();
});

test('[SIGN-25] codes for a prefix never end for people who prove work, however many strangers do', async () => {
  const { limits } = limitsWith({ perPrefix: 8, perDay: 100_000, perNetwork: 240 });
  for (let count = 0; count < 40; count += 1) {
    const outcome = await limits.code(asker(count), `+491511200${count + 1_000}`, 'proven');
    expect(outcome).toBeNull();
  }
  const person = [asker(200), '+4915112009999'] as const;
  expect(await limits.costOfCode(...person)).toEqual({ bits: 22 });
  expect(await limits.code(...person, 'proven')).toBeNull();
});

test("[SIGN-25] beyond a day's limit a quarter more is sent, spread over the day", async () => {
  const { limits, refusals } = limitsWith({ perPrefix: 100_000, perDay: 1_728, perNetwork: 240 });
  const send = (network: number, count: number) =>
    limits.code(asker(network), `+49151${12_000_000 + network * 1_000 + count}`, 'proven');
  expect(await send(1, 0)).toBeNull();
  const midnight = new Date(server.clock.nowMs - 0.5 * dayMs).toISOString();
  await server.database.kysely
    .updateTable('rate_limits')
    .set({ count: 1_728 })
    .where('window_start', '=', midnight)
    .execute();
  const outcomes = [];
  for (let network = 2; network < 6; network += 1) outcomes.push(await send(network, 0));
  expect(outcomes).toEqual([null, null, null, { seconds: 600 }]);
  expect(refusals).toEqual(['code day pace']);
  server.clock.nowMs += 10 * minuteMs;
  expect([await send(2, 1), await send(2, 2)]).toEqual([null, { seconds: 3_000 }]);
  expect(await send(7, 0)).toBeNull();
});

test('[SIGN-05] requests that are refused because the first half is used up take nothing from the second half', async () => {
  const { limits } = limitsWith({ perPrefix: 1_000, perDay: 8, perNetwork: 240 });
  const outcomes = [];
  for (let network = 0; network < 9; network += 1) {
    outcomes.push(await limits.code(asker(network), `+491511200${network + 1_000}`, 'stranger'));
  }
  expect(outcomes.map((outcome) => outcome === null)).toEqual(
    Array.from({ length: 9 }, (_, network) => network < 4),
  );
  expect(await limits.costOfCode(asker(20), phone)).toEqual({ bits: 16 });
});

test('[SIGN-05] strangers of a crowd who are asked for a proof take nothing from their network', async () => {
  const { limits, refusals } = limitsWith({ perPrefix: 1_000, perDay: 2_000, perNetwork: 240 });
  const ofCrowd = (count: number, trust: 'stranger' | 'proven') =>
    limits.code(
      { address: `10.9.9.${Math.floor(count / 40)}`, device: `crowd ${count}` },
      `+491511${200_000 + count}`,
      trust,
    );
  for (let count = 0; count < 125; count += 1) expect(await ofCrowd(count, 'stranger')).toBeNull();
  // They were told that it is free before the share was used up.
  for (let count = 200; count < 440; count += 40) {
    const asked = Array.from({ length: 30 }, (_, index) => ofCrowd(count + index, 'stranger'));
    expect(await Promise.all(asked)).toEqual(asked.map(() => ({ bits: 16 })));
  }
  expect(await ofCrowd(500, 'proven')).toBeNull();
  expect(refusals).toEqual([]);
});

test('[SIGN-05] a code that a limit refuses counts in no other', async () => {
  const { limits } = limitsWith({ perPrefix: 1_000, perDay: 100_000, perNetwork: 240 });
  const counts = async () => {
    const { rows } = await sql<{ bucket: string; count: number }>`
      select bucket, count from rate_limits where count > 0 order by bucket, window_start`.execute(
      server.database.kysely,
    );
    return rows;
  };
  for (let network = 0; network < 25; network += 1) {
    expect(await limits.code(asker(network), phone, 'proven')).toBeNull();
  }
  const before = await counts();
  expect(await limits.code(asker(26), phone, 'proven')).toEqual({ seconds: 300 });
  expect(await counts()).toEqual(before);
});
