import { err, ok } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ClientProvider } from '../../replica/index.ts';
import { serverCacheOf } from '../../replica/server-cache.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { render } from '../../ui/testing/render.tsx';
import ActivityFeed from './activity-feed.tsx';

const entry = {
  id: 1,
  user: { id: ada.id, name: ada.name },
  action: 'created' as const,
  item: { id: 1, uuid: 'boat', type: 'campaign' as const, title: 'The boat' },
  description: '',
  metadata: {},
  created_at: ada.created_at,
};

test('a page that cannot be read leaves the way back to the one before', async () => {
  const listActivity = vi.fn<ClientActions['listActivity']>(async (_uuid, number) =>
    number === 1
      ? ok({ data: [entry], current_page: 1, last_page: 2, per_page: 20, total: 21 })
      : err({ code: 'offline' }),
  );
  const fake = fakeClient({ listActivity });
  // One failure is enough here; asking again takes seconds.
  serverCacheOf(fake.client).setDefaultOptions({ queries: { retry: false } });
  fake.setSession({ kind: 'user', user: ada });
  const boat = localItem(1, { type: 'campaign', title: 'The boat', user_id: ada.id });
  const base = { ...boat, version: 1, rev: 1, children_count: 0, completed_count: 0 };
  render(
    <ClientProvider client={fake.client}>
      <ActivityFeed item={{ ...boat, base }} />
    </ClientProvider>,
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('Failed to load activity. Please try again.')).toBeVisible();
  await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
  await expect
    .element(page.getByText('Failed to load activity. Please try again.'))
    .not.toBeInTheDocument();
});
