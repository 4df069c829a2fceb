import { page } from 'vitest/browser';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { MissingItem } from './missing-item.tsx';

const removal = {
  id: 1,
  kind: 'removed',
  actor_id: 2,
  item_id: 70,
  item_uuid: '00000000-0000-4000-8000-000000000070',
  item_type: 'campaign',
  count: 1,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  read_at: null,
  rev: 1,
} as const;

const inbox = {
  notifications: [removal],
  lostTitles: new Map([[removal.item_uuid, 'Spring launch']]),
};

test.each(['70', removal.item_uuid])(
  '[SHARE-35] the page of an item that somebody took away says who did, at the address %s',
  async (routeId) => {
    const { client, setSession, setInbox } = fakeClient();
    setSession({ kind: 'user', user: ada });
    setInbox(inbox);
    renderWith(client, <MissingItem title="Campaign not found" routeId={routeId} />);
    await expect.element(page.getByText('Campaign not found', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('Sam Lee removed you from “Spring launch”.', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByText(/may be old/)).not.toBeInTheDocument();
  },
);

test('[SHARE-35] the page of any other missing item says that the link may be old', async () => {
  const { client, setSession, setInbox } = fakeClient();
  setSession({ kind: 'user', user: ada });
  setInbox(inbox);
  renderWith(client, <MissingItem title="Campaign not found" routeId="71" />);
  await expect.element(page.getByText(/may be old/)).toBeVisible();
  await expect.element(page.getByText(/removed you/)).not.toBeInTheDocument();
});
