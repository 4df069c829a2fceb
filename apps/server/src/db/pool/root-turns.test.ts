import { RootBusyError, RootTurns } from './root-turns.ts';

/** The error of a turn that finds no place. */
function refusalOf(take: () => void): RootBusyError {
  try {
    take();
  } catch (error) {
    if (error instanceof RootBusyError) return error;
    throw error;
  }
  throw new Error('there was a place');
}

test('[OPS-11] a root has two places, each for a transaction, however often that takes it', () => {
  const turns = new RootTurns(2);
  const [first, second, third] = [turns.begin(), turns.begin(), turns.begin()];
  first.take([1, 1, 2]);
  first.take([1]);
  second.take([1]);
  refusalOf(() => third.take([3, 1]));
  third.take([2]);
  // A refused turn has taken nothing, not even at other roots.
  const [fourth, fifth] = [turns.begin(), turns.begin()];
  fourth.take([3]);
  fifth.take([3]);
});

test('[OPS-11] a place that is given back goes to those who wait, one after the other', async () => {
  const turns = new RootTurns(1);
  const holder = turns.begin();
  holder.take([1]);
  const waiting = [turns.begin(), turns.begin()];
  const arrived: number[] = [];
  const waits = waiting.map(async (turn, index) => {
    await refusalOf(() => turn.take([1])).untilFree(60_000);
    turn.take([1]);
    arrived.push(index);
  });
  await Promise.resolve();
  expect(arrived).toEqual([]);
  holder.end();
  await waits[0];
  expect(arrived).toEqual([0]);
  waiting[0]?.end();
  await waits[1];
  expect(arrived).toEqual([0, 1]);
});

test('[OPS-11] a transaction that gives up waiting takes no place from the others', async () => {
  const turns = new RootTurns(1);
  const holder = turns.begin();
  holder.take([1]);
  await refusalOf(() => turns.begin().take([1])).untilFree(1);
  const patient = turns.begin();
  const wait = refusalOf(() => patient.take([1])).untilFree(60_000);
  holder.end();
  await wait;
  patient.take([1]);
});
