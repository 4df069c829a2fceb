import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { NotificationsScreen } from './notifications-screen.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

test('[NOTIF-01] the screen without notifications says so, and sends no mark as read', async () => {
  const readNotifications = vi.fn<ClientActions['readNotifications']>();
  const { client, setSession } = fakeClient({ readNotifications });
  setSession({ kind: 'user', user: ada });
  renderWith(client, <NotificationsScreen />);
  await expect
    .element(page.getByRole('heading', { name: 'Recent Notifications', exact: true }))
    .toBeVisible();
  await expect.element(page.getByText('No notifications yet.', { exact: true })).toBeVisible();
  expect(readNotifications).not.toHaveBeenCalled();
});

const received = {
  id: 1,
  actor_id: ada.id,
  item_id: null,
  item_uuid: null,
  item_type: null,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  read_at: null,
  rev: 1,
};

test('[SIGN-07] [SIGN-08] a notification about the account links to Your devices', async () => {
  const { client, setSession, setInbox } = fakeClient({ readNotifications: async () => undefined });
  setSession({ kind: 'user', user: ada });
  setInbox({
    notifications: [
      { ...received, kind: 'new_device', count: 1 },
      { ...received, id: 2, kind: 'wrong_codes', count: 8 },
    ],
  });
  renderWith(client, <NotificationsScreen />);
  const device = page.getByRole('link', { name: /on 1 new device/ });
  await expect.element(device).toHaveTextContent('If that was not you, log the device out');
  await expect.element(device).toHaveAttribute('href', '/preferences');
  await expect
    .element(page.getByRole('link', { name: /^8 wrong codes were entered elsewhere/ }))
    .toHaveAttribute('href', '/preferences');
  await expect.element(page.getByText(/Ada Lovelace/)).not.toBeInTheDocument();
});

test('[SHARE-35] a notification of a removal names what the reader lost', async () => {
  const { client, setSession, setInbox } = fakeClient({ readNotifications: async () => undefined });
  setSession({ kind: 'user', user: ada });
  const removal = { ...received, kind: 'removed', actor_id: 2, item_type: 'campaign' } as const;
  setInbox({
    notifications: [
      { ...removal, count: 1, item_uuid: 'a' },
      { ...removal, id: 2, count: 3, item_uuid: 'b' },
      // On a device that never had the item.
      { ...removal, id: 3, count: 1, item_uuid: 'c' },
    ],
    lostTitles: new Map([
      ['a', 'Spring launch'],
      ['b', 'Garden'],
    ]),
  });
  renderWith(client, <NotificationsScreen />);
  for (const what of ['“Spring launch”', '“Garden” and 2 more', 'a campaign']) {
    const text = page.getByText(`Sam Lee removed you from ${what}`, { exact: true });
    await expect.element(text).toBeVisible();
  }
});
