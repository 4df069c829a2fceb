import { ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { page, userEvent } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const todo = localItem(1, { type: 'todo', title: 'Call the harbour', user_id: ada.id });

const dialog = page.getByRole('dialog', { name: 'Assign “Call the harbour”' });
const search = dialog.getByRole('searchbox', { name: 'Search people...' });
const person = (name: string) => dialog.getByRole('button', { name, exact: true });

/** The dialog about the todo, with these people besides the user and the four sample users. */
function open(contacts: readonly string[]) {
  const assign = vi.fn(async () => ok(todo));
  const onOpenChange = vi.fn();
  const fake = fakeClient({ assign });
  fake.setSession({ kind: 'user', user: ada });
  fake.putRows([todo]);
  fake.setInbox({
    contacts: contacts.map((name, place) => ({
      id: 2000 + place,
      user_id: 2000 + place,
      name,
      contact_phone: '',
    })),
  });
  renderWith(fake.client, <AssignDialog seen={todo} open onOpenChange={onOpenChange} />);
  return { assign, onOpenChange };
}

test('a short list of people has no search, and the arrow keys cycle through it', async () => {
  const { assign, onOpenChange } = open(['Bo Lindqvist']);
  await expect.element(person('Unassigned')).toHaveFocus();
  await expect.element(search).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(person('Chen Wei')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(person('Unassigned')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(person('Ada Lovelace')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(assign).toHaveBeenCalledExactlyOnceWith(todo, ada.id);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

test('in a long list a person is found by a part of the name, and Enter picks the first', async () => {
  const { assign, onOpenChange } = open(['Zoë Çelik', 'Bo Lindqvist', 'Ida Lund', 'Per Lund']);
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(assign).not.toHaveBeenCalled();
  await userEvent.keyboard('lund');
  await expect.element(person('Ida Lund')).toBeVisible();
  await expect.element(person('Bo Lindqvist')).not.toBeInTheDocument();
  await expect.element(person('Unassigned')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(person('Ida Lund')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(person('Per Lund')).toHaveFocus();
  await search.click();
  await userEvent.keyboard('{Enter}');
  expect(assign).toHaveBeenCalledExactlyOnceWith(todo, 2002);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

test('a search without results says so, and Enter then does nothing', async () => {
  const { assign } = open(['Zoë Çelik', 'Bo Lindqvist', 'Ida Lund', 'Per Lund']);
  await search.fill('nobody');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Nobody found for "nobody"');
  await userEvent.keyboard('{Enter}');
  expect(assign).not.toHaveBeenCalled();
});
