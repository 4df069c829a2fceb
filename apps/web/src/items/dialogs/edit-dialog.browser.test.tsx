import { ok } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { useState } from 'react';
import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { EditDialog } from './edit-dialog.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const campaign = localItem(1, { type: 'campaign', title: 'Sail north' });

function Edit({ item }: { readonly item: LocalItem }) {
  const [isOpen, setIsOpen] = useState(true);
  return <EditDialog seen={item} open={isOpen} onOpenChange={setIsOpen} />;
}

function open(item: LocalItem) {
  const updateItem = vi.fn(async () => ok(item));
  const assign = vi.fn(async () => ok(item));
  const fake = fakeClient({ updateItem, assign });
  fake.setSession({ kind: 'user', user: ada });
  fake.putRows([item]);
  renderWith(fake.client, <Edit item={item} />);
  return { updateItem, assign };
}

test('[CAMP-09] a campaign offers only the end date', async () => {
  open(campaign);
  await expect.element(page.getByLabelText('End date')).toBeVisible();
  await expect.element(page.getByLabelText('Due date')).not.toBeInTheDocument();
});

test('[PRIO-01] Edit changes only the priority', async () => {
  const { updateItem } = open(campaign);
  await page.getByLabelText('Priority').selectOptions('High');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => updateItem)
    .toHaveBeenCalledExactlyOnceWith(campaign, { priority: 'high' });
});

test('[CAMP-09] an old due date of a campaign is shown and can be cleared', async () => {
  const item = { ...campaign, due_date: '2026-03-04' };
  const { updateItem } = open(item);
  const due = page.getByLabelText('Due date');
  await expect.element(due).toHaveValue('2026-03-04');
  await due.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => updateItem).toHaveBeenCalledExactlyOnceWith(item, { due_date: null });
});

const assignee = page.getByLabelText('Assignee');
const save = page.getByRole('button', { name: 'Save' });

for (const type of ['campaign', 'task', 'todo'] as const) {
  test(`[EDIT-01] [EDIT-04] Edit changes the assignee of a ${type} together with the other fields`, async () => {
    const item = localItem(1, { type, title: 'Sail north', assigned_to: 2 });
    const { updateItem, assign } = open(item);
    await expect.element(assignee).toHaveDisplayValue('Sam Lee');
    await page.getByLabelText('Title').fill('Sail south');
    await assignee.selectOptions(ada.name);
    await save.click();
    await expect
      .poll(() => updateItem)
      .toHaveBeenCalledExactlyOnceWith(item, { title: 'Sail south', assigned_to: ada.id });
    expect(assign).not.toHaveBeenCalled();
  });
}

test('[EDIT-01] Edit can unassign an item', async () => {
  const item = localItem(1, { type: 'todo', title: 'Sail north', assigned_to: 2 });
  const { updateItem, assign } = open(item);
  await assignee.selectOptions('Unassigned');
  await save.click();
  await expect.poll(() => assign).toHaveBeenCalledExactlyOnceWith(item, null);
  expect(updateItem).not.toHaveBeenCalled();
});

test('[EDIT-01] the current assignee can stay, even if the user could not choose them any more', async () => {
  const item = localItem(1, { type: 'todo', title: 'Sail north', assigned_to: 2999 });
  const { assign } = open(item);
  await expect.element(assignee).toHaveValue('2999');
  await save.click();
  await expect.element(assignee).not.toBeInTheDocument();
  expect(assign).not.toHaveBeenCalled();
});

test('[EDIT-01] [SHARE-23] unassigning a campaign from a person who could stay in it asks first', async () => {
  const item = localItem(1, {
    type: 'campaign',
    title: 'Sail north',
    user_id: ada.id,
    assigned_to: 2000,
  });
  const { assign } = open(item);
  await assignee.selectOptions('Unassigned');
  await save.click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Only unassign' }).click();
  await expect.poll(() => assign).toHaveBeenCalledExactlyOnceWith(item, null);
});
