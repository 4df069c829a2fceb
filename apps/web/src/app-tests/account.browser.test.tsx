import { page } from 'vitest/browser';
import { badge, logOut, openSignedIn, queued, settled, signIn } from './testing/account-page.ts';
import { button, choose, quickAdd, row, said, toast } from './testing/on-page.ts';

const banner = page.getByRole('banner');
const localOnly = banner.getByText('Local only');
const failing = { kind: 'status', status: 500 } as const;

const storedCounts = (): unknown =>
  JSON.parse(localStorage.getItem('sync-queue-storage') ?? 'null');

test('[PREF-03] [PREF-06] [PREF-07] Sync Now reports a failing server, and reports success once the server works again', async () => {
  const { server } = await openSignedIn('/preferences');
  const { faults } = server;
  await expect.element(page.getByText(/^Last synced: /)).toBeVisible();
  faults.plan(failing, { times: Infinity });
  await button('Sync Now').click();
  await said('Sync failed', 'Failed to sync items. Please try again.');
  faults.clear();
  faults.plan({ kind: 'held' }, { path: /\/api\/items/, times: Infinity });
  await button('Sync Now').click();
  await expect.element(page.getByRole('button', { name: 'Syncing...' })).toBeVisible();
  faults.clear();
  await said('Sync complete', 'Your items have been synchronized.');
  await expect.element(page.getByText('Checked against the server')).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  await button('Copy sync record').click();
  await expect.element(toast).toHaveTextContent('Sync record copied');
  const record = copied.mock.calls[0]?.[0] ?? '';
  expect(record).toMatch(/"event": ?"self_check"/);
  expect(record).not.toContain('Ada');
});

test('[OFF-06] [DATA-07] a missing response counts as offline, and other errors are shown; counts and user are stored under their keys', async () => {
  const { server } = await openSignedIn();
  server.faults.plan({ kind: 'dropped' }, { times: Infinity });
  await quickAdd('todo', 'Secret plan');
  await expect.element(toast).toHaveTextContent('Item created');
  await expect.element(row('Secret plan')).toHaveTextContent('Pending sync');
  await expect.poll(badge).toBe('Offline');
  await expect.poll(storedCounts).toEqual({ pending: 1, blocked: 0 });
  const stored = Object.fromEntries(Object.entries(localStorage)) as Record<string, string>;
  expect(JSON.parse(stored['local-data-storage'] ?? '')).toMatchObject({
    user: { name: 'Ada Byron' },
  });
  expect(stored['auth-storage']).toBeUndefined();
  expect(JSON.stringify(stored)).not.toContain('Secret');
  server.faults.clear();
  window.dispatchEvent(new Event('online'));
  await expect.element(row('Secret plan')).not.toHaveTextContent('Pending sync');

  server.faults.plan(server.refused(422, 'invalid'), { path: /^\/api\/batch/ });
  await quickAdd('todo', 'Too much');
  await expect.element(toast).toHaveTextContent('Invalid input.');
  // The badge disappears by itself if there are no problems.
  await expect.poll(badge).not.toBe('Offline');
});

test('a toast disappears with the account that it is about', async () => {
  await openSignedIn();
  await quickAdd('todo', 'Buy boots');
  await settled();
  await choose('Buy boots', 'Delete');
  await expect.element(toast).toHaveTextContent('Todo deleted');
  await settled();
  await logOut();
  await expect.element(localOnly).toBeVisible();
  await expect.element(toast.getByRole('listitem')).not.toBeInTheDocument();
});

test('[AUTH-03] [I15] erasing unsent changes on logging out leaves none of them here or on the server', async () => {
  const { server, user } = await openSignedIn('/', (ada) =>
    ada.call('POST', '/api/items', { type: 'todo', title: 'Sent' }),
  );
  server.setOffline(true);
  await quickAdd('todo', 'Not sent');
  await logOut();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toHaveTextContent('1 change has not reached the server yet.');
  await question.getByRole('button', { name: 'Log out and erase them' }).click();
  await expect.element(localOnly).toBeVisible();
  await expect.poll(queued).toEqual([]);
  const accounts = async () =>
    (await indexedDB.databases()).filter(({ name }) => name?.startsWith('foray-'));
  await expect.poll(accounts).toEqual([]);

  server.setOffline(false);

  await signIn(user.phone);
  await expect.element(row('Sent')).toBeVisible();
  await expect.element(row('Not sent')).not.toBeInTheDocument();
  await settled();
  expect(await user.titles()).toEqual(['Sent']);
});
