import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { render } from '../../ui/testing/render.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

test('[NOTIF-01] with no notification the screen says so, and marks none as read', async () => {
  const readNotifications = vi.fn<ClientActions['readNotifications']>();
  const { client, setSession } = fakeClient({ readNotifications });
  setSession({ kind: 'user', user: ada });
  render(
    <ClientProvider client={client}>
      <NotificationsScreen />
    </ClientProvider>,
  );
  await expect
    .element(page.getByRole('heading', { name: 'Recent Notifications', exact: true }))
    .toBeVisible();
  await expect.element(page.getByText('No notifications yet.', { exact: true })).toBeVisible();
  expect(readNotifications).not.toHaveBeenCalled();
});
