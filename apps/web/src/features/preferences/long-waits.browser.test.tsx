import { err, ok } from '@foray/domain';
import type { CancelSignal, DeletedItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { Toaster } from '../../ui/layers/toaster.tsx';
import { render } from '../../ui/testing/render.tsx';
import { openPreferences } from './testing/open-preferences.tsx';
import { cancelLongWait, takesLong } from '../../ui/testing/long-wait.ts';

const startedAt = location.pathname;
beforeEach(() => history.replaceState(null, '', '/preferences'));
afterEach(() => history.replaceState(null, '', startedAt));

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A call that ends only when it is cancelled. */
function hangs(signal: CancelSignal) {
  return new Promise<ReturnType<typeof err<{ code: string }>>>((resolve) => {
    signal.addEventListener('abort', () => resolve(err({ code: 'no_answer' })));
  });
}

/** Preferences of a signed-in user, with a fake clock. */
async function open(actions: Partial<ClientActions>) {
  const pass = stopTime();
  const fake = openPreferences(actions);
  fake.setSession({ kind: 'user', user: ada });
  await pass(0);
  return { ...fake, pass };
}

test('[LOGIN-09] saving a name that gets no response can be cancelled, and the name stays in the field', async () => {
  const { pass } = await open({ rename: (_, signal) => hangs(signal) });
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Ada Byron');
  await button('Save name').click();
  await cancelLongWait(pass);
  await expect.element(name).toHaveValue('Ada Byron');
  await expect.element(button('Save name')).toBeEnabled();
});

test('[LOGIN-09] loading a list of devices that gets no response can be cancelled and retried', async () => {
  let isHanging = true;
  const { pass } = await open({
    listSessions: (signal) => (isHanging ? hangs(signal) : Promise.resolve(ok({ data: [phone] }))),
    endSession: (_, signal) => hangs(signal),
    endAllSessions: (signal) => hangs(signal),
    unsentCount: async () => 0,
  });
  render(<Toaster />);
  await pass(10_100);
  await button('Cancel').click();
  await pass(0);
  isHanging = false;
  await button('Try again').click();
  await pass(0);
  await button('Log out Phone').click();
  await pass(10_100);
  await expect.element(takesLong).toBeVisible();
  await button('Cancel').click();
  await pass(0);
  await expect.element(takesLong).not.toBeInTheDocument();
  await expect.element(button('Log out Phone')).toBeVisible();
  await expect
    .element(page.getByText(/^If the server .* already, Phone is logged out/))
    .toBeVisible();
  await button('Log out everywhere').click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Log out everywhere' })
    .click();
  await pass(10_100);
  await expect.element(takesLong).toBeVisible();
  await button('Cancel').click();
  await pass(0);
  await expect.element(page.getByText(/^If the server .* logged out on all devices/)).toBeVisible();
});

const phone = {
  id: 2,
  device: 'Phone',
  current: false,
  created_at: ada.created_at,
  last_seen_at: ada.created_at,
};

test('[LOGIN-09] loading a list of deleted items that gets no response can be cancelled and retried', async () => {
  let isHanging = true;
  const { pass } = await open({
    listTrash: async () => ({ items: [], isComplete: !isHanging, hasMore: false }),
    fetchTrash: (_, signal) => (isHanging ? hangs(signal) : Promise.resolve(ok(undefined))),
  });
  await cancelLongWait(pass);
  isHanging = false;
  await button('Try again').click();
  await pass(0);
  await expect.element(button('Try again')).not.toBeInTheDocument();
});

test('[LOGIN-09] switching notifications on can be cancelled while it gets no response', async () => {
  const permission = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  onTestFinished(() => permission.mockRestore());
  const { pass } = await open({ startPush: (signal) => hangs(signal) });
  const toggle = page.getByRole('switch', { name: 'Notifications on this device' });
  (toggle.element() as HTMLElement).click();
  await cancelLongWait(pass);
  await expect.element(toggle).not.toBeChecked();
});

test('[LOGIN-09] deleting the account can be cancelled while it gets no response', async () => {
  const calls: CancelSignal[] = [];
  const { pass } = await open({
    deleteAccount: (signal) => {
      calls.push(signal);
      return hangs(signal);
    },
  });
  render(<Toaster />);
  await button('Delete account...').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await pass(10_100);
  await expect.element(dialog.getByText('This takes longer than usual.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await pass(300);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toMatchObject([{ aborted: true }]);
  await expect.element(page.getByText(/^If the server had received it already/)).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/preferences');
});

const deleted = (title: string): DeletedItem => ({
  uuid: title,
  type: 'todo',
  title,
  userId: ada.id,
  deletedAt: '2026-01-01T00:00:00.000Z',
  takenAlong: 0,
});

test('[TRASH-02] items deleted here are listed at once, also after one is restored, while the server does not respond', async () => {
  let here = [deleted('Rope'), deleted('Boat')];
  let there: DeletedItem[] = [];
  let isHanging = true;
  const { pass } = await open({
    listTrash: async () => ({ items: [...here, ...there], isComplete: !isHanging, hasMore: false }),
    fetchTrash: (_, signal) => {
      if (isHanging) return hangs(signal);
      there = [deleted('Sail')];
      return Promise.resolve(ok(undefined));
    },
    restoreDeleted: async (uuid) => {
      here = here.filter((item) => item.uuid !== uuid);
      return ok(localItem(1, { uuid, title: uuid }));
    },
  });
  await expect.element(button('Bring back Rope')).toBeVisible();
  await button('Bring back Boat').click();
  await pass(0);
  await expect.element(button('Bring back Boat')).not.toBeInTheDocument();
  await expect.element(button('Bring back Rope')).toBeVisible();
  await pass(10_100);
  await button('Cancel').click();
  await pass(0);
  await expect.element(page.getByText(/The rest could not be loaded/)).toBeVisible();
  isHanging = false;
  await button('Try again').last().click();
  await pass(0);
  await expect.element(button('Bring back Sail')).toBeVisible();
  await expect.element(page.getByText(/The rest/)).not.toBeInTheDocument();
});

test('[TRASH-02] a sync during a call for the trash starts another call after it', async () => {
  const calls: { signal: CancelSignal; answer: () => void }[] = [];
  const { pass, setSync } = await open({
    fetchTrash(_, signal) {
      const answered = new Promise<ReturnType<typeof ok<void>>>((resolve) => {
        calls.push({ signal, answer: () => resolve(ok(undefined)) });
      });
      return Promise.race([answered, hangs(signal)]);
    },
  });
  // The guest's call ended with the sign-in.
  const started = calls.length;
  const call = calls.at(-1);
  for (const minute of [1, 2]) {
    setSync({ lastSyncAt: `2026-01-01T00:0${minute}:00.000Z` });
    await pass(100);
  }
  expect(calls).toHaveLength(started);
  expect(call?.signal.aborted).toBe(false);
  call?.answer();
  await expect.poll(() => calls.length).toBe(started + 1);
  calls.at(-1)?.answer();
  await pass(100);
  expect(calls).toHaveLength(started + 1);
});
