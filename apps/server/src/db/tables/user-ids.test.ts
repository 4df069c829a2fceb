import { openPostgresStore } from '../store/postgres-store.ts';
import { authorityOver, startStoreUnderTest } from '../testing/store-under-test.ts';
import { randomUserId } from './user-ids.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const world = await sharedInFile(startStoreUnderTest());

/** Signs a user in for the first time; ids are drawn by `draw`. */
async function register(phone: string, draw: () => number): Promise<number> {
  const { database } = world;
  const store = await openPostgresStore({ database, hashPhone: Buffer.from, newUserId: draw });
  const who = { phone, name: 'Ann', placeholder: false, verified: false };
  return (await authorityOver(store).signIn(who)).id;
}

test('[RESTORE-05] the id of a user whom a restored backup lacks is not given to another user', async () => {
  const before = await register('+15550000001', randomUserId);
  const { kysely, pool } = world.database;
  await kysely.deleteFrom('heads').where('user_id', '=', before).execute();
  await kysely.deleteFrom('users').where('id', '=', before).execute();
  await pool.query(`select setval(pg_get_serial_sequence('users', 'id'), 1000, false)`);
  expect(await register('+15550000002', randomUserId)).not.toBe(before);
});

test('a drawn id that is already taken is drawn again', async () => {
  const taken = await register('+15550000003', randomUserId);
  const draws = [taken, taken, 2 ** 40];
  expect(await register('+15550000004', () => draws.shift() ?? 0)).toBe(2 ** 40);
  expect(await register('+15550000003', () => 0)).toBe(taken);
});

test('ids are greater than all sequential ones, and exact in JSON', () => {
  const drawn = Array.from({ length: 1000 }, randomUserId);
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const id of drawn) {
    expect(id).toBeGreaterThanOrEqual(2 ** 32);
    expect(Number.isSafeInteger(id)).toBe(true);
  }
});
