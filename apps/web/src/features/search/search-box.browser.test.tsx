import { err, ok } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { SearchBox } from './search-box.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const startedAt = location.pathname;
afterEach(() => history.replaceState(null, '', startedAt));

const alpine = localItem(1, { type: 'campaign', title: 'Alpine camp' });
const boats = localItem(2, { type: 'campaign', title: 'Boats' });

/** The dialog's content over these two campaigns, with a fake clock. */
function open(actions: Partial<ClientActions> = {}) {
  const letPass = stopTime();
  const fake = fakeClient(actions);
  fake.putRows([alpine, boats]);
  const onClose = vi.fn();
  renderWith(fake.client, <SearchBox onClose={onClose} />);
  return { ...fake, letPass, onClose };
}

/** An item as the server sends it. */
const sent = (item: LocalItem) => ({
  ...item,
  version: 1,
  rev: 1,
  children_count: 0,
  completed_count: 0,
  created_by: ada,
  user: ada,
  assignedUser: null,
  parent: null,
});
const hits = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
const boots = sent(localItem(3, { type: 'campaign', title: 'Boots' }));

const field = page.getByRole('combobox');

test('[SEARCH-01] Enter searches at once, without the pause in typing, and opens the first hit', async () => {
  const { letPass, onClose } = open();
  await letPass(0);
  await field.fill('boats');
  await letPass(400);
  await expect.element(page.getByRole('option')).toHaveTextContent('Boats');
  await field.fill('alpine');
  await userEvent.keyboard('{Enter}');
  await letPass(0);
  await expect.poll(() => location.pathname).toBe(`/campaigns/${alpine.id}`);
  expect(onClose).toHaveBeenCalledOnce();
});

test('after Enter without a hit a later query does not open one by itself', async () => {
  const { letPass, onClose } = open();
  await letPass(0);
  await field.fill('zebra');
  await userEvent.keyboard('{Enter}');
  await letPass(0);
  await expect.element(page.getByText('No items found for "zebra"').first()).toBeVisible();
  await field.fill('alpine');
  await letPass(400);
  await expect.element(page.getByRole('option')).toHaveTextContent('Alpine camp');
  expect(onClose).not.toHaveBeenCalled();
});

test('[SEARCH-06] hits of this device show while the server searches, and hits known only to the server are added', async () => {
  let answer = (_found: Awaited<ReturnType<ClientActions['searchServer']>>) => {};
  const searchServer = vi.fn<ClientActions['searchServer']>(
    () => new Promise((resolve) => (answer = resolve)),
  );
  const { letPass, setSession } = open({ searchServer });
  setSession({ kind: 'user', user: ada });
  await letPass(0);
  await field.fill(' BO ');
  await letPass(310);
  expect(hits()).toEqual(['campaignBoatspending']);
  expect(searchServer).toHaveBeenCalledExactlyOnceWith('bo', expect.anything());
  answer(ok([boots, sent(boats)]));
  await letPass(0);
  expect(hits().toSorted()).toEqual(['campaignBoatspending', 'campaignBootspending']);
});

test("[SEARCH-06] [SEARCH-08] a failed server search clears the server's earlier hits, is logged as a code, and keeps the hits of this device", async () => {
  const logged = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const { letPass, setSession } = open({
    searchServer: async (query) => (query === 'bo' ? ok([boots]) : err({ code: 'http_500' })),
  });
  setSession({ kind: 'user', user: ada });
  await letPass(0);
  await field.fill('bo');
  await letPass(310);
  expect(hits()).toHaveLength(2);
  expect(logged).not.toHaveBeenCalled();
  await field.fill('boo');
  await letPass(310);
  expect(logged.mock.calls).toEqual([[new Error('search: http_500')]]);
  expect(hits()).toEqual([]);
  await expect.element(page.getByText('No items found for "boo"').first()).toBeVisible();
  await field.fill('boa');
  await letPass(310);
  expect(hits()).toEqual(['campaignBoatspending']);
});

test('[SEARCH-06] neither a guest nor an offline user searches on the server', async () => {
  const searchServer = vi.fn<ClientActions['searchServer']>(async () => ok([boots]));
  const { letPass, setSession, setSync } = open({ searchServer });
  await letPass(0);
  await field.fill('bo');
  await letPass(310);
  expect(hits()).toEqual(['campaignBoatspending']);
  setSync({ online: false });
  setSession({ kind: 'user', user: ada });
  await letPass(0);
  expect(hits()).toEqual(['campaignBoatspending']);
  expect(searchServer).not.toHaveBeenCalled();
  setSync({ online: true });
  await letPass(0);
  expect(searchServer).toHaveBeenCalledOnce();
});

test('[LOGIN-09] a search on the server can be cancelled, and another query cancels it', async () => {
  const calls: { readonly query: string; readonly signal: AbortSignal }[] = [];
  const { letPass, setSession } = open({
    searchServer: (query, signal) =>
      new Promise((resolve) => {
        calls.push({ query, signal: signal as AbortSignal });
        signal.addEventListener('abort', () => resolve(err({ code: 'no_answer' })));
      }),
  });
  setSession({ kind: 'user', user: ada });
  await letPass(0);
  await field.fill('zeb');
  await letPass(400);
  await field.fill('zebra');
  await letPass(400);
  expect(calls.find(({ query }) => query === 'zeb')?.signal.aborted).toBe(true);
  await expect.element(page.getByText('Searching...')).toBeVisible();
  await letPass(10_000);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await letPass(0);
  await expect.element(page.getByText('No items found for "zebra"').first()).toBeVisible();
  expect(calls.at(-1)?.signal.aborted).toBe(true);
});
