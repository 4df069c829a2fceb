import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { MoveDialog } from './move-dialog.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const todo = localItem(1, { type: 'todo', title: 'Call the harbour', user_id: ada.id });
const seen = localItem(2, { type: 'campaign', title: 'Only to be seen', permission: 'view' });

/** The dialog over these items, for Ada. */
function open(items: readonly LocalItem[], moved: LocalItem) {
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  fake.putRows(items);
  renderWith(fake.client, <MoveDialog seen={moved} open onOpenChange={() => undefined} />);
}

test('[SHARE-26] an item that another person created in their own campaign can only be moved within it', async () => {
  const theirs = localItem(3, { type: 'campaign', title: 'Theirs', user_id: 1002 });
  const task = localItem(4, { type: 'task', title: 'My part of it', parent_uuid: theirs.uuid });
  const inIt = { ...todo, user_id: 1002, parent_uuid: task.uuid };
  const own = localItem(5, { type: 'campaign', title: 'My own', user_id: ada.id });
  open([theirs, task, inIt, own], inIt);
  await expect.element(page.getByRole('button', { name: /^campaign ?Theirs/ })).toBeVisible();
  await expect
    .element(page.getByText('Only the person who made it can move it elsewhere.'))
    .toBeVisible();
  for (const name of ['My own', 'Top level']) {
    await expect
      .element(page.getByRole('button', { name: new RegExp(name) }))
      .not.toBeInTheDocument();
  }
});

test('the dialog says that there is no place to move to if all places are view-only', async () => {
  open([todo, seen], todo);
  await expect.element(page.getByText('There is nothing to move it into yet.')).toBeVisible();
  await expect.element(page.getByText(/Only to be seen/)).not.toBeInTheDocument();
});

test('tasks are listed with their campaign, and the current place of the item is marked', async () => {
  const campaign = localItem(6, { type: 'campaign', title: 'Sail north', user_id: ada.id });
  const task = localItem(7, {
    type: 'task',
    title: 'Rig the mast',
    user_id: ada.id,
    parent_uuid: campaign.uuid,
  });
  open([campaign, task, { ...todo, parent_uuid: campaign.uuid }], {
    ...todo,
    parent_uuid: campaign.uuid,
  });
  await expect
    .element(page.getByRole('button', { name: /Rig the mast/ }))
    .toHaveTextContent(/in Sail north/);
  await expect
    .element(page.getByRole('button', { name: /Sail north/ }).first())
    .toHaveTextContent(/here/i);
});
