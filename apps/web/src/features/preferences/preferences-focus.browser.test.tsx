import { storedName, type DeletedItem, type QueuedRequest } from '@foray/sync';
import { ok } from '@foray/domain';
import { localItem, queuedRequest } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import type { Trash } from '../../replica/index.ts';
import { ada, type FakeClient } from '../../replica/testing/fake-client.ts';
import { openPreferences } from './testing/open-preferences.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

test('after Restore the focus moves to the next row, and after the last to the heading', async () => {
  let items = ['Rope', 'Boat'].map((title, place): DeletedItem => ({
    uuid: `uuid-${place}`,
    type: 'todo',
    title,
    userId: 0,
    deletedAt: '2026-01-01T00:00:00.000Z',
    takenAlong: 0,
  }));
  openPreferences({
    listTrash: async () => ({ items, isComplete: true, hasMore: false }),
    fetchTrash: async () => ok(undefined),
    restoreDeleted: async (uuid) => {
      items = items.filter((item) => item.uuid !== uuid);
      return ok(localItem(1, { uuid }));
    },
  });
  await button('Bring back Rope').click();
  await expect.element(button('Bring back Boat')).toHaveFocus();
  await button('Bring back Boat').click();
  await expect.element(heading('Recently deleted')).toHaveFocus();
});

test('Show more loads older deleted items until all are shown', async () => {
  const all = Array.from({ length: 60 }, (_, place): DeletedItem => ({
    uuid: `uuid-${place}`,
    type: 'todo',
    title: `Rope ${place}`,
    userId: 0,
    deletedAt: '2026-01-01T00:00:00.000Z',
    takenAlong: 0,
  }));
  let known: Trash = { items: [], isComplete: false, hasMore: false };
  openPreferences({
    listTrash: async () => known,
    fetchTrash: async (count) => {
      const items = all.slice(0, Math.ceil(count / 30) * 30);
      known = { items, isComplete: true, hasMore: items.length < all.length };
      return ok(undefined);
    },
  });
  const rows = page.getByRole('button', { name: /^Bring back Rope/ });
  await expect.poll(() => rows.elements().length).toBe(5);
  await button('Show more').click();
  await expect.poll(() => rows.elements().length).toBe(25);
  await button('Show more').click();
  await expect.poll(() => rows.elements().length).toBe(45);
  await button('Show 15 more').click();
  await expect.poll(() => rows.elements().length).toBe(60);
  await expect.element(button('Bring back Rope 44')).toHaveFocus();
});

test('after a device is logged out the focus moves to the next one, and after the last to the heading', async () => {
  let sessions = ['This laptop', 'Phone', 'Tablet'].map((device, place) => ({
    id: place + 1,
    device,
    current: place === 0,
    created_at: '2026-01-01T00:00:00.000Z',
    last_seen_at: '2026-01-01T00:00:00.000Z',
  }));
  const { setSession } = openPreferences({
    listSessions: async () => ok({ data: sessions }),
    endSession: async (id) => {
      sessions = sessions.filter((session) => session.id !== id);
      return ok(undefined);
    },
  });
  setSession({ kind: 'user', user: ada });
  await button('Log out Phone').click();
  await expect.element(button('Log out Tablet')).toHaveFocus();
  await button('Log out Tablet').click();
  await expect.element(heading('Your devices')).toHaveFocus();
});

/** Requests that need attention, removed by Retry or Discard. */
function openBlocked(count: number) {
  let requests: readonly QueuedRequest[] = Array.from({ length: count }, (_, place) =>
    queuedRequest(place + 1, place + 1, {
      method: 'POST',
      url: '/api/items',
      data: { title: `Rope ${place + 1}` },
      state: {
        kind: storedName.blocked,
        why: { kind: 'server_errors', status: 500 },
        since: '2026-01-01T00:00:00.000Z',
      },
    }),
  );
  const leave = async (id: string) => {
    requests = requests.filter((request) => request.id !== id);
    fake.setBlocked(requests);
  };
  const fake: FakeClient = openPreferences({
    discardedWith: async () => [],
    discardBlocked: async ([request]) => {
      await leave(request?.id ?? '');
      return true;
    },
    retryBlocked: leave,
  });
  fake.setBlocked(requests);
}

const row = (what: string, place: number) => button(`${what}: Create “Rope ${place}”`);

test('after Retry and Discard the focus moves to the next row, and after the last to the heading of the screen', async () => {
  openBlocked(3);
  await row('Retry', 1).click();
  await expect.element(row('Retry', 2)).toHaveFocus();
  await row('Discard', 2).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(row('Discard', 3)).toHaveFocus();
  await row('Discard', 3).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.element(heading('Preferences')).toHaveFocus();
});

test('after Retry all the focus moves to the heading of the screen', async () => {
  openBlocked(3);
  await button('Retry all').click();
  await expect.element(heading(/Needs attention/)).not.toBeInTheDocument();
  await expect.element(heading('Preferences')).toHaveFocus();
});
