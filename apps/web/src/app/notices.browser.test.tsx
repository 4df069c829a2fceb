import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../replica/index.ts';
import { fakeClient } from '../replica/testing/fake-client.ts';
import { render } from '../ui/testing/render.tsx';
import { currentToast } from '../ui/toast.ts';
import { Notices } from './notices.tsx';

test('[PREF-06] toasts say that a sync is complete, or that it failed', async () => {
  const { client, notify } = fakeClient();
  render(
    <ClientProvider client={client}>
      <p>Open</p>
      <Notices />
    </ClientProvider>,
  );
  await expect.element(page.getByText('Open')).toBeVisible();
  notify({ kind: 'syncComplete' });
  expect(currentToast()).toMatchObject({
    title: 'Sync complete',
    description: 'Your items have been synchronized.',
  });
  notify({ kind: 'syncFailed' });
  expect(currentToast()).toMatchObject({
    tone: 'error',
    title: 'Sync failed',
    description: 'Failed to sync items. Please try again.',
  });
});
