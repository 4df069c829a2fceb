import { MemoryAuthorityStore } from './memory-store.ts';
import { runRaceSuite } from './race-suite.ts';

// Each primitive waits a number of turns drawn from the seed, so that transactions interleave.
let turn = 1;
const pause = async (): Promise<void> => {
  turn = (Math.imul(turn, 1_664_525) + 1_013_904_223) >>> 0;
  for (let turns = turn >>> 29; turns > 0; turns -= 1) await Promise.resolve();
};

runRaceSuite({
  name: 'the memory store',
  lists: Number(process.env['RACE_LISTS'] ?? 20),
  connections: 8,
  pause,
  // Nothing here waits for anything but promises: after a turn of the loop only locks are left.
  untilBlocked: () => new Promise((resolve) => setImmediate(resolve)),
  makeStore: async (rows) => {
    const store = new MemoryAuthorityStore('epoch');
    store.begin(rows);
    return { store, tables: async () => store.tables() };
  },
});
