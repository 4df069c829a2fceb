import { startStoreUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startStoreUnderTest());

/** Begins another run, as a restart of PostgreSQL does: every head is from an earlier run. */
async function beginRun(): Promise<void> {
  await started.database.pool.query(`
    with next as (
      insert into runs (number, id) select max(number) + 1, 'run' || max(number) from runs
      returning number)
    update witness set run = next.number, txid = pg_current_xact_id() from next`);
}

test('heads are locked in one order, also while some of them have moved in the current run', async () => {
  const users: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const row = { phone: `+1555000${100 + index}`, name: 'A', placeholder: false };
    const at = new Date(0).toISOString();
    const times = { phone_verified_at: null, created_at: at, updated_at: at };
    users.push((await started.store.tx((tx) => tx.insertUser({ ...row, ...times }))) ?? 0);
  }
  const move = (ids: readonly number[]) =>
    started.store.tx(async (tx) => {
      attempts += 1;
      await tx.advanceHeads(ids.map((user_id) => ({ user_id, by: 1 })));
    });
  let attempts = 0;
  await move(users);
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    await beginRun();
    const writers = Array.from({ length: 20 }, (_, writer) =>
      users.filter((_, index) => (index * 7 + writer * 5 + round) % 3 !== 0),
    );
    await Promise.all(writers.map(move));
  }
  expect(attempts).toBe(1 + rounds * 20);
});
