import { ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import type { LocalItem } from '@foray/sync';
import { page, userEvent } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { AssignDialog } from '../dialogs/assign-dialog.tsx';
import { DeleteDialog } from '../dialogs/delete-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const [bo, ida] = [2000, 2001];

/** A campaign of the user for Bo, with a task that Bo made, and in it a todo for Ida and one for Bo. */
function family() {
  const mine = { user_id: ada.id, permission: 'manage' } as const;
  const campaign = localItem(1, {
    ...mine,
    type: 'campaign',
    title: 'Sail round',
    assigned_to: bo,
  });
  const task = localItem(2, {
    ...mine,
    type: 'task',
    title: 'Provision',
    user_id: bo,
    parent_uuid: campaign.uuid,
  });
  const inTask = { ...mine, type: 'todo', parent_uuid: task.uuid } as const;
  const forIda = localItem(3, { ...inTask, title: 'Water', assigned_to: ida });
  const forBo = localItem(4, { ...inTask, title: 'Rope', user_id: bo, assigned_to: bo });
  return { campaign, task, rows: [campaign, task, forIda, forBo] };
}

function show(rows: readonly LocalItem[], child: React.ReactNode) {
  const removePerson = vi.fn(async () => ok(rows[0]!));
  const assign = vi.fn(async () => ok(rows[0]!));
  const moveItem = vi.fn(async () => ok(rows[0]!));
  const fake = fakeClient({ removePerson, assign, moveItem });
  fake.setSession({ kind: 'user', user: ada });
  fake.setInbox({
    contacts: [
      { id: bo, user_id: bo, name: 'Bo Lindqvist', contact_phone: '' },
      { id: ida, user_id: ida, name: 'Ida Lund', contact_phone: '' },
    ],
  });
  fake.putRows([...rows]);
  renderWith(fake.client, child);
  return { fake, removePerson, assign, moveItem };
}

function inAnyOrder(rows: readonly unknown[]): unknown {
  return expect.arrayContaining([...rows]);
}

test('[SHARE-23] the people of a campaign are listed by their role, and can be removed', async () => {
  const { campaign, rows } = family();
  const { removePerson } = show(rows, <PeopleList item={campaign} />);
  const list = page.getByRole('region', { name: 'People' });
  await expect.element(list.getByRole('listitem')).toHaveLength(3);
  await expect.element(list.getByText('Owner')).toBeVisible();
  await expect.element(list.getByText('Assigned to 1 item in it')).toBeVisible();
  const remove = list.getByRole('button', { name: /^Remove/ });
  await expect.element(remove).toHaveLength(2);
  await remove.first().click();
  const question = page.getByRole('alertdialog');
  // Bo made the task and a todo in it.
  await expect
    .element(question)
    .toHaveTextContent('1 other person loses 2 items of their own here.');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(removePerson).toHaveBeenCalledExactlyOnceWith(campaign, bo, inAnyOrder(rows.slice(1)));
});

test('[CONF-06] a removal affects the items shown when its question opened', async () => {
  const { campaign, rows } = family();
  const { fake, removePerson } = show(rows, <PeopleList item={campaign} />);
  const remove = page.getByRole('button', { name: /^Remove/ });
  await remove.first().click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  fake.putRows([{ ...rows[2]!, assigned_to: bo }]);
  // Ida has no role in the campaign any more.
  await expect.element(page.getByText('Assigned to 1 item in it')).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(removePerson).toHaveBeenLastCalledWith(campaign, bo, inAnyOrder(rows.slice(1)));
  // The next question covers the items shown at that time.
  await remove.click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  const now = [rows[1], { ...rows[2], assigned_to: bo }, rows[3]];
  expect(removePerson).toHaveBeenLastCalledWith(campaign, bo, inAnyOrder(now));
});

test('[SHARE-23] people who do not manage the campaign see the list, and cannot remove anybody', async () => {
  const { campaign, rows } = family();
  const theirs = { ...campaign, permission: 'contribute' } as const;
  show([theirs, ...rows.slice(1)], <PeopleList item={theirs} />);
  const list = page.getByRole('region', { name: 'People' });
  await expect.element(list.getByRole('listitem')).toHaveLength(3);
  await expect.element(list.getByRole('button')).not.toBeInTheDocument();
});

test('[SHARE-23] unassigning a person from a campaign asks, with Remove as the first choice', async () => {
  const { campaign, rows } = family();
  const { removePerson, assign } = show(
    rows,
    <AssignDialog seen={campaign} open onOpenChange={() => undefined} />,
  );
  await page.getByRole('button', { name: 'Unassigned' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toHaveTextContent('is also assigned to 1 item in it');
  await expect.element(question.getByRole('button', { name: 'Remove', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(removePerson).toHaveBeenCalledExactlyOnceWith(campaign, bo, inAnyOrder(rows.slice(1)));
  expect(assign).not.toHaveBeenCalled();
});

test('[SHARE-24] deleting a campaign says how many people lose how many of their own items', async () => {
  const { campaign, rows } = family();
  show(
    rows,
    <DeleteDialog
      seen={campaign}
      open
      onOpenChange={() => undefined}
      onRemoved={() => undefined}
    />,
  );
  const question = page.getByRole('alertdialog');
  await expect
    .element(question)
    .toHaveTextContent('1 other person loses 1 item of their own here.');
});

test("[SHARE-24] moving into somebody else's campaign asks first", async () => {
  const other = localItem(8, {
    type: 'campaign',
    title: 'Theirs',
    user_id: bo,
    assigned_to: ada.id,
    permission: 'contribute',
  });
  const own = { user_id: ada.id, permission: 'manage' } as const;
  const task = localItem(9, { ...own, type: 'task', title: 'Mine', assigned_to: ida });
  const { moveItem } = show(
    [other, task],
    <MoveDialog seen={task} open onOpenChange={() => undefined} />,
  );
  await page.getByRole('button', { name: /^campaign ?Theirs/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Move “Mine”?' });
  await expect.element(question).toHaveTextContent('“Theirs” belongs to');
  await expect.element(question).toHaveTextContent('1 assignment ends unless');
  expect(moveItem).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  expect(moveItem).toHaveBeenCalledExactlyOnceWith(task, other.uuid);
});
