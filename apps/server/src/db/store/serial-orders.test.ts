import { runRaceSuite } from '@foray/authority/testing';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { startStoreUnderTest } from '../testing/store-under-test.ts';
import { storeTables } from '../testing/store-tables.ts';
import { until } from '@foray/embedded-postgres/testing';
import { dailyPart } from '../../testing/daily-part.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

// Commands that really collide in PostgreSQL: RACE_LISTS sets the number of random lists, DRAW_SEED replays
// one, and RACE_STOPS=all stops moves at every primitive, as on the memory store.

/** Each day stops moves at one of these primitives, DAILY_PART=all at each of them. */
const primitives = ['updateItems', 'putOutcome', 'commit'];
const ofDay = dailyPart === 'all' ? null : dailyPart % primitives.length;
const stopsAt = primitives.filter((_, index) => ofDay === null || index === ofDay);

const started = await sharedInFile(startStoreUnderTest());
const rows = storeTables(started.database.pool);

/** Whether a transaction waits for a lock of another. */
async function isBlocked(): Promise<boolean> {
  const { rows: waiting } = await started.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}

runRaceSuite({
  name: 'PostgreSQL',
  lists: Number(process.env['RACE_LISTS'] ?? 20),
  ...(process.env['RACE_STOPS'] === 'all' ? {} : { stopsAt }),
  connections: 8,
  pause: () => setImmediate(),
  untilBlocked: async (isOver) => {
    const isThere = async () => isOver() || (await isBlocked());
    // The statistics of all connections cost more than the wait.
    await until('a lock or an end', isThere, () => delay(3));
  },
  makeStore: async (first) => {
    await rows.load(first);
    return { store: started.store, tables: rows.read };
  },
});
