import { err, ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { currentToast } from '../../ui/layers/toast.ts';
import { ItemDialogs } from '../dialogs/item-dialogs.tsx';
import { ItemRow } from '../list/item-row.tsx';
import { menuEntry } from '../../ui/testing/menu-entry.ts';
import { Observable } from '../../state/observable.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

/*
 * Every form that is open when a change of another device arrives compares with the item on which it was
 * opened (decision 0063): the action receives the row as it was then.
 */

const task = localItem(1, { type: 'task', title: 'Mend the net', user_id: 0 });
const todo = localItem(2, { type: 'todo', title: 'Buy twine', user_id: 0 });
const knot = localItem(3, { type: 'todo', title: 'Tie', user_id: 0, parent_uuid: task.uuid });
const place = localItem(4, { type: 'campaign', title: 'Harbour', user_id: 0 });
const arrived = { description: 'from elsewhere', updated_at: '2026-02-01T00:00:00.000Z' };

/** A list with the items; `arrive` applies a change of another device to all of them. */
function open(given: Partial<ClientActions> = {}) {
  const done = vi.fn(async () => ok(task));
  const actions = {
    updateItem: done,
    setStatus: done,
    assign: done,
    moveItem: done,
    deleteItem: done,
  };
  const fake = fakeClient({ ...actions, ...given });
  fake.putRows([task, todo, knot, place]);
  renderWith(
    fake.client,
    <main>
      <ItemDialogs>
        <ItemRow uuid={task.uuid} tabStop={new Observable<string | undefined>(undefined)} />
        <ItemRow uuid={todo.uuid} tabStop={new Observable<string | undefined>(undefined)} />
      </ItemDialogs>
    </main>,
  );
  const arrive = () => {
    const rows = [task, todo, knot].map(
      (row) => ({ ...row, ...arrived, status: 'completed' }) as const,
    );
    fake.putRows(rows.map((row) => ({ ...row, title: `${row.title} there`, assigned_to: 2 })));
  };
  return { ...fake, done, arrive };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function choose(entry: string): Promise<void> {
  await button('More actions for Mend the net').click();
  await menuEntry(entry).click();
}

test('the Edit dialog, opened again, shows the current values', async () => {
  const { done, arrive } = open();
  await choose('Edit');
  await button('Cancel').click();
  arrive();
  await button('More actions for Mend the net there').click();
  await menuEntry('Edit').click();
  await expect.element(field('Title')).toHaveValue('Mend the net there');
  await field('Title').fill('Mended');
  await button('Save').click();
  await expect.poll(() => done).toHaveBeenCalledOnce();
  expect(done.mock.calls[0]).toMatchObject([{ title: 'Mend the net there' }, { title: 'Mended' }]);
});

test('[UNDO-05] Undo in a toast undoes the action of that toast', async () => {
  const after = { ...todo, status: 'completed' } as const;
  const undo = vi.fn(async () => ({ kind: 'nothing' }) as const);
  const { putRows } = open({ setStatus: async () => ok(after), undo });
  await button('Complete Buy twine').click();
  await expect.poll(currentToast).not.toBeNull();
  putRows([{ ...after, ...arrived, status: 'in_progress' }]);
  currentToast()?.action?.onAction();
  await expect.poll(() => undo).toHaveBeenCalledExactlyOnceWith(after);
  await expect.poll(currentToast).toMatchObject({ title: 'Nothing to undo' });
});

test('an edit that became a conflict shows no success, and the form closes', async () => {
  const updateItem = async () => ok({ ...task, _conflictType: 'update' } as const);
  open({ updateItem });
  await choose('Edit');
  await field('Title').fill('Mend both nets');
  const before = currentToast();
  await button('Save').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(currentToast()).toBe(before);
});

test('keeping the other version is not reported as a failure', async () => {
  const changed = { code: 'changed', item: task, fields: ['title'] } as const;
  open({ updateItem: async () => err(changed) });
  await choose('Edit');
  await field('Title').fill('Mend both nets');
  const before = currentToast();
  await button('Save').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(currentToast()).toBe(before);
});
