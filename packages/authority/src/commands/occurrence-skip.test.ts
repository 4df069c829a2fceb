import { brokenInvariants } from '@foray/model';
import { repeatingTask } from '../testing/repeating-task.ts';
import { itemOf, refusalOf } from '../testing/world.ts';

test('[REPEAT-12] a skipped occurrence leaves no copy, and is skipped only once', async () => {
  const { ann, bob, complete, copies } = await repeatingTask();
  await complete(ann, 1, { skip: true });
  const again = await complete(bob, 1, { skip: true });
  expect(itemOf(again)).toMatchObject({ occurrence: 2, due_date: '2026-03-02', version: 2 });
  expect(copies()).toEqual([]);
});

async function skipping() {
  const world = await repeatingTask();
  const { ann, complete, first, second, url } = world;
  return {
    ...world,
    skip: (by: typeof ann, n: number) => complete(by, n, { skip: true }),
    unskip: async (by: typeof ann, n: number, skipped_from = '2026-03-01') =>
      itemOf(await by.send('DELETE', `${url}/occurrences/${n}`, { skipped_from })),
    setStatus: (child: { readonly id: number }, status: string) =>
      ann.send('PATCH', `/api/items/${child.id}`, { status }),
    children: async () => [await ann.see(first), await ann.see(second)],
  };
}

test('[REPEAT-12] undoing a skip moves the item back once, and does not count as undoing a completion', async () => {
  const { ann, bob, store, skip, unskip, copies } = await skipping();
  await skip(bob, 1);
  const back = { due_date: '2026-03-01', occurrence: 1, version: 3 };
  expect(await unskip(bob, 1)).toMatchObject(back);
  expect(await unskip(ann, 1)).toMatchObject(back);
  expect(copies()).toEqual([]);
  const { activity, notifications } = store.tables();
  expect(activity.filter(({ action }) => action === 'reopened')).toEqual([]);
  expect(notifications.filter(({ kind }) => kind === 'reopened')).toEqual([]);
  expect(brokenInvariants(store.tables())).toEqual([]);
});

test('[REPEAT-12] undoing a skip has no effect if the occurrence was completed after all, or moved since', async () => {
  const { ann, bob, url, complete, skip, unskip, copies } = await skipping();
  await skip(ann, 1);
  await complete(bob, 1);
  expect(await unskip(ann, 1)).toMatchObject({ due_date: '2026-03-02', occurrence: 2 });
  expect(copies()).toHaveLength(1);
  await skip(ann, 2);
  await ann.send('PATCH', url, { due_date: '2026-03-20' });
  expect(await unskip(ann, 2, '2026-03-02')).toMatchObject({ due_date: '2026-03-20' });
  const wrong = await ann.send('DELETE', `${url}/occurrences/2`, { skipped_from: 'monday' });
  expect(refusalOf(wrong)).toMatchObject({ fields: { skipped_from: 'not_a_date' } });
});

test('[REPEAT-12] [REPEAT-15] undoing a skip restores the children that are still as the skip left them', async () => {
  const { ann, first, second, task, skip, unskip, setStatus, children } = await skipping();
  for (const child of [first, second]) await setStatus(child, 'completed');
  const [before] = await children();
  await skip(ann, 1);
  expect(await children()).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
  await setStatus(second, 'in_progress');
  // The second skip resets only the child that has changed since the first.
  await skip(ann, 2);
  await unskip(ann, 2, '2026-03-02');
  expect(await children()).toMatchObject([{ status: 'pending' }, { status: 'in_progress' }]);
  await unskip(ann, 1);
  const { completed_at, version } = before ?? task;
  expect(await children()).toMatchObject([
    { status: 'completed', completed_at, version },
    { status: 'in_progress' },
  ]);
});
