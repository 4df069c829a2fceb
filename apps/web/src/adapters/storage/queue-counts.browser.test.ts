import { browserQueueCounts } from './queue-counts.ts';

test('[DATA-07] localStorage contains only the counts of the queue, under their key', () => {
  localStorage.clear();
  onTestFinished(() => localStorage.clear());
  const state = { pending: 2, blocked: 1, queue: [{ data: { title: 'Secret' } }] };
  browserQueueCounts.save(state);
  expect(Object.entries(localStorage)).toEqual([
    ['sync-queue-storage', '{"pending":2,"blocked":1}'],
  ]);
  expect(browserQueueCounts.load()).toEqual({ pending: 2, blocked: 1 });
});
