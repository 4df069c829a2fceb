import type { LocalChange, LocalItem } from '@foray/sync';
import { ChangeQueue } from './change-queue.ts';

const change = (localSeq: number, rows: number, first = 0): LocalChange => ({
  localSeq,
  rows: Array.from({ length: rows }, (_, at) => ({ id: first + at }) as LocalItem),
  goneUuids: [`gone ${localSeq}`],
  rekeyed: [],
  users: [],
  hasQueueChanged: true,
});

/** A ready change queue whose turns the test gives, with the changes that it has passed on. */
async function queueByHand(ready = Promise.resolve()) {
  const turns: (() => void)[] = [];
  const nextTask = () => new Promise<void>((resolve) => turns.push(resolve));
  const queue = new ChangeQueue(ready, nextTask, 1000);
  const taken: LocalChange[] = [];
  const put = (one: LocalChange): void => queue.put(one, (part) => taken.push(part));
  const turn = async (): Promise<void> => {
    turns.shift()?.();
    await Promise.resolve();
  };
  await Promise.resolve();
  return { queue, put, turn, taken };
}

test('a small change is applied at once and unchanged', async () => {
  const { put, taken } = await queueByHand();
  const one = change(1, 1000);
  put(one);
  expect(taken).toEqual([one]);
});

test('a large change is applied in parts, each in a task of its own; only its last part carries its number', async () => {
  const { put, turn, taken } = await queueByHand();
  put(change(7, 2500));
  expect(taken.map(({ rows }) => rows.length)).toEqual([1000]);
  await turn();
  await turn();
  await turn();
  expect(taken.flatMap(({ rows }) => rows)).toEqual(change(7, 2500).rows);
  expect(
    taken.map(({ localSeq, hasQueueChanged, goneUuids, rows }) => [
      localSeq,
      hasQueueChanged,
      goneUuids,
      rows.length,
    ]),
  ).toEqual([
    [0, false, [], 1000],
    [0, false, [], 1000],
    [7, true, ['gone 7'], 500],
  ]);
});

test('a change that arrives in the meantime waits, and nothing is applied after the end', async () => {
  const { queue, put, turn, taken } = await queueByHand();
  put(change(1, 1001));
  put(change(2, 1));
  expect(taken.map(({ localSeq }) => localSeq)).toEqual([0]);
  await turn();
  await turn();
  expect(taken.map(({ localSeq }) => localSeq)).toEqual([0, 1, 2]);
  put(change(3, 1001));
  queue.end();
  await turn();
  expect(taken.map(({ localSeq }) => localSeq)).toEqual([0, 1, 2, 0]);
});

test('changes after the end are passed to no listener', async () => {
  const { queue, put, taken } = await queueByHand();
  queue.end();
  put(change(1, 1));
  expect(taken).toEqual([]);
});

test('changes wait until the queue is ready, and are then applied in order', async () => {
  let start = (): void => undefined;
  const { put, turn, taken } = await queueByHand(new Promise((resolve) => (start = resolve)));
  put(change(1, 1));
  put(change(2, 1));
  expect(taken).toEqual([]);
  start();
  await Promise.resolve();
  await turn();
  expect(taken.map(({ localSeq }) => localSeq)).toEqual([1, 2]);
});
