import { ok } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../replica/index.ts';
import { fakeClient } from '../replica/testing/fake-client.ts';
import { render } from '../ui/testing/render.tsx';
import { EditDialog } from './edit-dialog.tsx';

const campaign = localItem(1, { type: 'campaign', title: 'Sail north' });

function open(item: LocalItem) {
  const updateItem = vi.fn(async () => ok(item));
  const fake = fakeClient({ updateItem });
  fake.putRows([item]);
  render(
    <ClientProvider client={fake.client}>
      <EditDialog seen={item} open onOpenChange={() => undefined} />
    </ClientProvider>,
  );
  return updateItem;
}

test('[CAMP-09] of a campaign only the end date is offered', async () => {
  open(campaign);
  await expect.element(page.getByLabelText('End date')).toBeVisible();
  await expect.element(page.getByLabelText('Due date')).not.toBeInTheDocument();
});

test('[PRIO-01] Edit changes the priority alone', async () => {
  const updateItem = open(campaign);
  await page.getByLabelText('Priority').selectOptions('High');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => updateItem)
    .toHaveBeenCalledExactlyOnceWith(campaign, { priority: 'high' });
});

test('[CAMP-09] an older due date of a campaign is shown and can be cleared', async () => {
  const item = { ...campaign, due_date: '2026-03-04' };
  const updateItem = open(item);
  const due = page.getByLabelText('Due date');
  await expect.element(due).toHaveValue('2026-03-04');
  await due.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  // With its time and its rule, which are one field with it.
  const none = { repeat: null, repeat_from: null, repeat_start: null };
  await expect
    .poll(() => updateItem)
    .toHaveBeenCalledExactlyOnceWith(item, { due_date: null, due_time: null, ...none });
});
