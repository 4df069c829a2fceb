import { err, ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import type { ClientActions } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { currentToast } from '../../ui/layers/toast.ts';
import { OverdueList } from './overdue-list.tsx';

const items = [1, 2, 3].map((id) =>
  localItem(id, { type: 'todo', title: `Late ${id}`, due_date: '2026-03-01' }),
);
const [last] = items;
if (last === undefined) throw new Error('no item');
const forbidden = { code: 'forbidden' } as const;
const changed = { code: 'changed', item: last, fields: ['due_date'] } as const;

async function moveAll(outcome: Awaited<ReturnType<ClientActions['updateItems']>>) {
  const updateItems = vi.fn(async () => outcome);
  const fake = fakeClient({ updateItems });
  fake.putRows(items);
  renderWith(
    fake.client,
    <ItemDialogs>
      <OverdueList uuids={items.map(({ uuid }) => uuid)} today="2026-03-04" />
    </ItemDialogs>,
  );
  await page.getByRole('button', { name: 'Move all to today' }).click();
  return updateItems;
}

test.each([
  [[], '3 moved'],
  [[forbidden], '2 moved, 1 is not yours to move'],
  [[forbidden, forbidden], '1 moved, 2 are not yours to move'],
  [[forbidden, changed], '1 moved, 1 is not yours to move, 1 has changed since'],
] as const)(
  '[DAY-11] the message counts the items that were left out: %o',
  async (refusals, title) => {
    const updateItems = await moveAll(ok({ item: last, refusals }));
    await expect.poll(currentToast).toMatchObject({ title });
    const change = { due_date: '2026-03-04' };
    expect(updateItems).toHaveBeenCalledExactlyOnceWith(items.map((seen) => ({ seen, change })));
  },
);

test('[DAY-11] the message says so if none of the items may be moved', async () => {
  await moveAll(err(forbidden));
  await expect.poll(currentToast).toMatchObject({ description: 'None of them is yours to move.' });
});
