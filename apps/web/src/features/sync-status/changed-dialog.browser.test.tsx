import { localItem } from '@foray/sync/testing';
import { page, userEvent } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { ChangedDialog } from './changed-dialog.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const now = localItem(1, { title: 'Mend the other net' });
const dialog = page.getByRole('alertdialog', { name: 'Changed in the meantime' });

function open(wanted: { readonly title: string } | null) {
  const answer = vi.fn(() => fake.setChangedQuestion(null));
  const fake = fakeClient();
  renderWith(fake.client, <ChangedDialog />);
  fake.setChangedQuestion({ now, wanted, fields: ['title'], answer });
  return answer;
}

test("[CONF-06] another tab's change is shown beside the local one, and the user chooses between them", async () => {
  const answer = open({ title: 'Mend my net' });
  await expect.element(dialog.getByRole('region', { name: 'Your change' })).toHaveTextContent(/my/);
  const other = dialog.getByRole('region', { name: 'As it is now' });
  await expect.element(other).toHaveTextContent(/the other/);
  await dialog.getByRole('button', { name: 'Keep my change' }).click();
  expect(answer).toHaveBeenCalledExactlyOnceWith('mine');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[CONF-06] Escape keeps the stored version', async () => {
  const answer = open({ title: 'Mend my net' });
  await expect.element(dialog.getByRole('button', { name: 'Keep it as it is' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => answer).toHaveBeenCalledExactlyOnceWith('other');
});

test('[CONF-06] a delete names the item', async () => {
  const answer = open(null);
  await expect.element(dialog.getByText('Mend the other net', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  expect(answer).toHaveBeenCalledExactlyOnceWith('mine');
});
