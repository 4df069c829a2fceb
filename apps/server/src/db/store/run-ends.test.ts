import { EpochChanged } from '@foray/authority';
import { cleanUpDatabase } from '../upkeep/clean-up.ts';
import { startPersonUnderTest } from '../testing/store-under-test.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const dayMs = 24 * 3_600_000;

const started = await sharedInFile(startPersonUnderTest());
const { authority, userId } = started;

/** Creates two items in a database run of their own, and returns its name. */
async function anotherRun(): Promise<string> {
  // It was written by a transaction other than the one that the row names.
  await started.database.pool.query('update witness set run = run');
  for (const title of ['one', 'two']) {
    const data = { type: 'todo', title };
    await authority.request({ userId }, { method: 'POST', url: '/api/items', data });
  }
  return (await started.presentRun()).split('-')[0] ?? '';
}

async function isValid(run: string, head: number): Promise<boolean> {
  try {
    await authority.me({ userId, positions: [{ run, head }] });
    return true;
  } catch (error) {
    if (error instanceof EpochChanged) return false;
    throw error;
  }
}

test('the end of a database run is kept for two years; without it a position may be refused, and none is wrongly accepted', async () => {
  const runs = [await anotherRun(), await anotherRun(), await anotherRun(), await anotherRun()];
  /** The head up to which the positions of each run are valid. */
  const validHeads = async (): Promise<readonly number[]> => {
    const heads: number[] = [];
    for (const run of runs) {
      let head = 0;
      while (head < 10 && (await isValid(run, head + 1))) head += 1;
      heads.push(head);
    }
    return heads;
  };
  const { pool, kysely } = started.database;
  const found = [await validHeads()];
  expect(found).toEqual([[2, 4, 6, 8]]);
  // The second run ended long before the others, as if the clock had been wrong.
  for (const [place, ageDays] of [
    [1, 729],
    [1, 731],
    [0, 731],
    [2, 731],
  ] as const) {
    const age = `${ageDays} days`;
    await pool.query(
      `update run_ends set ended_at = now() - $1::interval
       where run = (select number from runs where id = $2)`,
      [age, runs[place]],
    );
    await cleanUpDatabase(kysely, Date.now());
    found.push(await validHeads());
  }
  expect(found.slice(1)).toEqual([
    [2, 4, 6, 8],
    [2, 2, 6, 8],
    [0, 0, 6, 8],
    [0, 0, 0, 8],
  ]);
});

test('many ends of database runs are deleted in batches', async () => {
  const { pool, kysely } = started.database;
  await pool.query(`
    insert into runs (number, id) select 1000 + n, 'old' || n from generate_series(1, 2500) n;
    insert into run_ends (user_id, run, head, ended_at)
    select ${userId}, 1000 + n, n, '2020-01-01' from generate_series(1, 2500) n`);
  await cleanUpDatabase(kysely, Date.now() - dayMs);
  const { rows } = await pool.query('select from run_ends where run > 1000');
  expect(rows).toEqual([]);
});
