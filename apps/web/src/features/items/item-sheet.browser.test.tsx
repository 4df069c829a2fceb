import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { ItemSheet } from './item-sheet.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const gone = page.getByText('This item is not here any more.');

/** Opens the sheet of an item that this device does not have, while the first sync runs. */
function openEarly(uuid: string) {
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <ItemSheet uuid={uuid} open onClose={() => undefined} />);
  return fake;
}

test('[SHEET-03] a sheet that is opened during the first sync waits for its item', async () => {
  const rope = localItem(1, { title: 'Buy a rope' });
  const fake = openEarly(rope.uuid);
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  await expect.element(gone).not.toBeInTheDocument();
  fake.putRows([rope]);
  await expect.element(page.getByRole('dialog', { name: 'Buy a rope' })).toBeVisible();
});

test('[SHEET-03] a sheet says that its item is missing once the first sync is over', async () => {
  const fake = openEarly('00000000-0000-4000-8000-000000000000');
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  fake.setSync({ lastSyncAt: ada.created_at });
  await expect.element(gone).toBeVisible();
});
