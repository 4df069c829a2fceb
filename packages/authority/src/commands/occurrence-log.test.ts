import { repeatingTask } from '../testing/repeating-task.ts';
import { itemOf } from '../testing/world.ts';

test('[I18] the log keeps the status that is replaced by completing or undoing an occurrence', async () => {
  const { ann, task, url, complete, undo, store } = await repeatingTask();
  const statusOf = (what: string) => {
    const entries = store.tables().activity.filter(({ item_id }) => item_id === task.id);
    return entries.findLast(({ action }) => action === what)?.metadata['status'];
  };
  await ann.send('PATCH', url, { status: 'in_progress' });
  await complete(ann, 1);
  expect(statusOf('completed')).toEqual({ old: 'in_progress', new: 'pending' });
  await ann.send('PATCH', url, { repeat: 'FREQ=DAILY;UNTIL=20260302' });
  await complete(ann, 2);
  expect(statusOf('completed')).toEqual({ old: 'pending', new: 'completed' });
  await undo(ann, 2);
  expect(statusOf('reopened')).toEqual({ old: 'completed', new: 'pending' });
  // A status that does not change is left out.
  await ann.send('PATCH', url, { repeat: 'FREQ=DAILY' });
  await complete(ann, 2);
  expect(statusOf('completed')).toBeUndefined();
});

test('[I18] [REPEAT-16] an item that stops repeating in the same change is completed like any other item', async () => {
  for (const change of [{ due_date: null }, { repeat: null }]) {
    const { ann, task, url, copies, store } = await repeatingTask();
    const completed_at = '2026-03-01T11:00:00.000Z';
    const answer = await ann.send('PATCH', url, { ...change, status: 'completed', completed_at });
    const version = task.version + 1;
    expect(itemOf(answer)).toMatchObject({ status: 'completed', completed_at, version });
    expect(copies()).toEqual([]);
    const entry = store.tables().activity.findLast(({ action }) => action === 'completed');
    expect(entry?.metadata).toEqual({ status: { old: 'pending', new: 'completed' } });
  }
});

test('[I18] the log keeps the status that an occurrence or a child replaces automatically, in a child and in each parent', async () => {
  const { ann, campaign, task, first, complete, undo, store } = await repeatingTask();
  const statuses = (from: number) =>
    store
      .tables()
      .activity.slice(from)
      .filter(({ automatic }) => automatic)
      .map(({ item_id, action, metadata }) => [item_id, action, metadata]);
  const entriesSoFar = () => store.tables().activity.length;
  const setTo = (before: string, after: string) => ({ status: { old: before, new: after } });

  let from = entriesSoFar();
  await ann.send('PATCH', `/api/items/${first.id}`, { status: 'completed' });
  expect(statuses(from)).toEqual([
    [task.id, 'started', setTo('pending', 'in_progress')],
    [campaign.id, 'started', setTo('pending', 'in_progress')],
  ]);
  from = entriesSoFar();
  await complete(ann, 1);
  expect(statuses(from)).toContainEqual([first.id, 'reopened', setTo('completed', 'pending')]);
  from = entriesSoFar();
  await undo(ann, 1);
  expect(statuses(from)).toContainEqual([first.id, 'completed', setTo('pending', 'completed')]);
});
