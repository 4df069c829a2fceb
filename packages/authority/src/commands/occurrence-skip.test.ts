import { repeatingTask } from '../testing/repeating-task.ts';
import { itemOf } from '../testing/world.ts';

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
