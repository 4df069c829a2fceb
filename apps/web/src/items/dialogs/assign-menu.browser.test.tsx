import { ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { AssignMenu } from './assign-menu.tsx';
import { ItemDialogs } from './item-dialogs.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

// The user comes before these people. The four sample users come after them; the menu names the first two.
const contacts = ['Bo Lindqvist', 'Ida Lund', 'Kim Berg', 'Per Lund', 'Zoë Çelik'].map(
  (name, place) => ({ id: 2000 + place, user_id: 2000 + place, name, contact_phone: '' }),
);

/** Opens the menu of the user's todo that is assigned to that person. */
async function openFor(assigned_to: number | null) {
  const item = localItem(1, { title: 'Call the harbour', user_id: ada.id, assigned_to });
  const assign = vi.fn(async () => ok(item));
  const fake = fakeClient({ assign });
  fake.setSession({ kind: 'user', user: ada });
  fake.setInbox({ contacts });
  fake.putRows([item]);
  renderWith(
    fake.client,
    <ItemDialogs>
      <AssignMenu item={item} />
    </ItemDialogs>,
  );
  await page.getByRole('button', { name: /^Assign Call the harbour/ }).click();
  await expect.element(choice('Unassigned')).toBeVisible();
  return { item, assign };
}

const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true });

function names(): readonly string[] {
  return page
    .getByRole('menuitemradio')
    .elements()
    .map((element) => (element as HTMLElement).innerText);
}

const known = contacts.map(({ name }) => name);
const eight = ['Ada Lovelace', ...known, 'Alex Johnson', 'Sam Lee'];

test('[SHARE-29] the menu lists eight people, real people before sample users; the others are found in the dialog', async () => {
  await openFor(2000);
  expect(names()).toEqual(['Unassigned', ...eight]);
  await expect.element(choice('Bo Lindqvist')).toBeChecked();
  await page.getByRole('menuitem', { name: 'Find someone…' }).click();
  await expect.element(page.getByRole('dialog', { name: /^Assign / })).toBeVisible();
});

test('the menu lists the assignee of the item even beyond the eight', async () => {
  const { item, assign } = await openFor(4);
  expect(names()).toEqual(['Unassigned', ...eight, 'Chen Wei']);
  await expect.element(choice('Chen Wei')).toBeChecked();
  await expect.element(page.getByRole('menuitem', { name: 'Find someone…' })).toBeVisible();
  await choice('Unassigned').click();
  expect(assign).toHaveBeenCalledExactlyOnceWith(item, null);
});
