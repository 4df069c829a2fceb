import { err, ok } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada } from '../../replica/testing/fake-client.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { openPreferences } from './testing/open-preferences.tsx';

const startedAt = location.pathname;
beforeEach(() => history.replaceState(null, '', '/preferences'));
afterEach(() => history.replaceState(null, '', startedAt));

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('[PREF-02] View Tutorial opens the tutorial; Reset Tutorial resets it first', async () => {
  tutorial.complete();
  openPreferences();
  await page.getByRole('link', { name: 'View Tutorial' }).click();
  await expect.poll(() => location.pathname).toBe('/onboarding');
  expect(tutorial.progress().hasCompletedOnboarding).toBe(true);

  history.replaceState(null, '', '/preferences');
  await button('Reset Tutorial').click();
  await expect.poll(() => location.pathname).toBe('/onboarding');
  expect(tutorial.progress()).toMatchObject({ hasCompletedOnboarding: false, completedAt: null });
});

test('[PREF-03] only people with an account see Sync Settings; the button reads Syncing... during a cycle', async () => {
  const { setSession, setSync } = openPreferences();
  await expect.element(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'Sync Settings' }))
    .not.toBeInTheDocument();
  setSession({ kind: 'user', user: ada });
  await expect.element(page.getByRole('heading', { name: 'Sync Settings' })).toBeVisible();
  await expect.element(button('Sync Now')).toBeVisible();
  setSync({ syncing: true });
  await expect.element(button('Syncing...')).toBeVisible();
});

test('[NUMBER-11] [RECOVER-10] the list of devices is read again once other devices are logged out', async () => {
  const listSessions = vi.fn<ClientActions['listSessions']>(async () => ok({ data: [] }));
  const { setSession } = openPreferences({
    listSessions,
    makeRecoveryCodes: async () => ok(['K7QM-4X2P-9RTA-W3DN']),
    changeNumber: async () => ok(ada),
  });
  setSession({ kind: 'user', user: ada });
  const readAgain = async (act: () => Promise<void>) => {
    await expect.poll(() => listSessions.mock.calls.length).toBeGreaterThan(0);
    const before = listSessions.mock.calls.length;
    await act();
    await expect.poll(() => listSessions.mock.calls.length).toBeGreaterThan(before);
  };
  await readAgain(() => button('Make new codes').click());
  await readAgain(async () => {
    await button('Change number').click();
    await page.getByRole('textbox', { name: 'New phone number' }).fill('+4915111111111');
    await button('Go on').click();
  });
});

test('[PREF-04] View Contacts opens the contacts', async () => {
  openPreferences();
  await page.getByRole('link', { name: 'View Contacts' }).click();
  await expect.poll(() => location.pathname).toBe('/contacts');
});

test('[PREF-07] Sync Now during a cycle that the app started starts another cycle', async () => {
  const syncNow = vi.fn(async () => undefined);
  const { setSession, setSync } = openPreferences({ syncNow });
  setSession({ kind: 'user', user: ada });
  setSync({ syncing: true });
  await button('Syncing...').click();
  expect(syncNow).toHaveBeenCalledOnce();
});

test("[PREF-03] Sync Now is busy while its cycle waits for another tab's", async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  openPreferences({ syncNow: () => ended }).setSession({ kind: 'user', user: ada });
  await button('Sync Now').click();
  await expect.element(button('Syncing...')).toBeVisible();
  end();
  await expect.element(button('Sync Now')).toBeVisible();
});

test('[PREF-05] local data is cleared only after confirmation', async () => {
  const clearLocalData = vi.fn(async () => true);
  openPreferences({ clearLocalData });
  const question = page.getByText(
    'Are you sure you want to clear all local data? This cannot be undone.',
  );
  const dialog = page.getByRole('alertdialog');
  await button('Clear Local Data').click();
  await expect.element(question).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Clear Local Data')).toHaveFocus();
  expect(clearLocalData).not.toHaveBeenCalled();

  await button('Clear Local Data').click();
  await dialog.getByRole('button', { name: 'Clear Local Data' }).click();
  expect(clearLocalData).toHaveBeenCalledOnce();
});

test('[PREF-05] the question says how many changes of this account and of others would be lost', async () => {
  const fake = openPreferences({ unsentCount: async () => 1, unsentOfOthers: async () => 2 });
  fake.setSession({ kind: 'user', user: ada });
  await button('Clear Local Data').click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('1 change has not reached the server');
  await expect
    .element(dialog)
    .toHaveTextContent('2 changes of somebody else who used this browser have not reached');
});

test('[INVITE-10] operators find Invitations in Preferences, and nobody else does', async () => {
  const listSessions = vi.fn<ClientActions['listSessions']>(async () => ok({ data: [] }));
  const { setSession } = openPreferences({ listSessions });
  setSession({ kind: 'user', user: ada });
  const link = page.getByRole('link', { name: 'Invite people' });
  await expect.element(page.getByRole('button', { name: 'Log out everywhere' })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  listSessions.mockResolvedValue(ok({ data: [], operator: true }));
  setSession({ kind: 'user', user: { ...ada, id: ada.id + 1 } });
  await expect.element(link).toHaveAttribute('href', '/invitations');
});

test('devices that failed to load while online can be retried', async () => {
  const listSessions = vi.fn<ClientActions['listSessions']>(async () => err({ code: 'offline' }));
  const { setSession } = openPreferences({ listSessions });
  setSession({ kind: 'user', user: ada });
  await expect.element(page.getByText('Your devices could not be loaded.')).toBeVisible();
  listSessions.mockResolvedValue(
    ok({
      data: [
        {
          id: 1,
          device: 'The harbour phone',
          created_at: ada.created_at,
          last_seen_at: ada.created_at,
          current: false,
        },
      ],
    }),
  );
  await button('Try again').click();
  await expect.element(page.getByText('The harbour phone')).toBeVisible();
});

test('[PREF-08] the name follows a rename on another device, unless it is being edited: then a notice appears', async () => {
  const { setSession } = openPreferences();
  setSession({ kind: 'user', user: ada });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect.element(name).toHaveValue('Ada Lovelace');
  setSession({ kind: 'user', user: { ...ada, name: 'Ada King' } });
  await expect.element(name).toHaveValue('Ada King');
  await name.fill('Countess');
  setSession({ kind: 'user', user: ada });
  await expect.element(page.getByText('Ada Lovelace', { exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('Countess');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Your name was changed to “Ada Lovelace” on another device.');
  // The rename may arrive while a word is typed.
  await userEvent.type(name, ' Ada');
  await expect.element(name).toHaveValue('Countess Ada');
  await expect.element(page.getByRole('alert')).toBeVisible();
  // The typed text may equal the original name for a moment.
  await name.clear();
  await userEvent.type(name, 'Ada Kingsley');
  await expect.element(name).toHaveValue('Ada Kingsley');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await name.fill('Ada Lovelace');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await name.fill('Ada');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('[PREF-09] the settings are groups under headings, with buttons of one height and one time of sync', async () => {
  const { setSession, setSync } = openPreferences();
  setSession({ kind: 'user', user: ada });
  setSync({ lastSyncAt: '2026-11-30T06:35:00.000Z', inStepAt: '2026-11-30T06:34:00.000Z' });
  const groups = page.getByRole('heading', { level: 2 });
  await expect
    .poll(() => groups.elements().map((heading) => heading.textContent))
    .toEqual(['This app', 'People', 'Sync and notifications', 'Data', 'Account']);
  for (const name of ['People', 'This app', 'Sync and notifications', 'Data', 'Account']) {
    const group = page.getByRole('region', { name, exact: true });
    await expect.element(group.getByRole('heading', { level: 3 }).first()).toBeVisible();
  }
  const pressed = 'main button, main a, button';
  const buttons = [...document.querySelectorAll<HTMLElement>(pressed)].filter(
    (control) => control.checkVisibility() && control.getAttribute('role') !== 'switch',
  );
  expect(buttons.length).toBeGreaterThan(10);
  const others = buttons.filter((control) => control.getBoundingClientRect().height !== 36);
  expect(others.map(({ innerText }) => innerText)).toEqual([]);
  const times = /\d{1,2}:\d{2}/g;
  const sync = page.getByRole('region', { name: 'Sync and notifications' });
  expect(sync.element().textContent?.match(times)).toHaveLength(1);
});
