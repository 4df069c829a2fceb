import { err, ok } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient, type FakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import ActivityFeed from './activity-feed.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const entry = {
  id: 1,
  user: { id: ada.id, name: ada.name },
  action: 'created' as const,
  item: { id: 1, uuid: 'boat', type: 'campaign' as const, title: 'The boat' },
  description: '',
  metadata: {},
  created_at: ada.created_at,
};

/** Shows the activity of a campaign that the server has. */
function show({ client }: FakeClient): void {
  const boat = localItem(1, { type: 'campaign', title: 'The boat', user_id: ada.id });
  const base = { ...boat, version: 1, rev: 1, children_count: 0, completed_count: 0 };
  renderWith(client, <ActivityFeed item={{ ...boat, base }} />);
}

test('[CACHE-01] if a page fails to load, the button to the page before stays', async () => {
  const pass = stopTime();
  const listActivity = vi.fn<ClientActions['listActivity']>(async (_uuid, number) =>
    number === 1
      ? ok({ data: [entry], current_page: 1, last_page: 2, per_page: 20, total: 21 })
      : err({ code: 'offline' }),
  );
  const fake = fakeClient({ listActivity });
  fake.setSession({ kind: 'user', user: ada });
  show(fake);
  await pass(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await pass(6_990);
  await expect
    .element(page.getByText('Failed to load activity. Please try again.'))
    .not.toBeInTheDocument();
  await pass(10);
  await expect.element(page.getByText('Failed to load activity. Please try again.')).toBeVisible();
  await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.element(page.getByText('Page 1 of 2')).toBeVisible();
  await expect
    .element(page.getByText('Failed to load activity. Please try again.'))
    .not.toBeInTheDocument();
});

const counts = { version: 1, rev: 1, children_count: 0, completed_count: 0 };
const made = { user_id: ada.id, created_at: '2026-01-01T00:00:00.000Z' };
const rope = localItem(2, { type: 'todo', title: 'Rope', uuid: 'rope', ...made });
const item = { ...rope, base: { ...rope, ...counts } };
const change = {
  ...entry,
  id: 7,
  action: 'updated' as const,
  item: { id: 2, uuid: 'rope', type: 'todo' as const, title: 'Rope' },
  metadata: { title: 'Long rope → Rope' },
  before: { title: 'Long rope' },
};
const replaced = {
  values: { title: 'Long rope', status: 'in_progress' },
  by: 1001,
  at: '2026-01-02T00:00:00.000Z',
  replacedAt: '2026-01-02T00:00:05.000Z',
};
const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem');
const use = page.getByRole('button', { name: 'Use this text: Long rope' });

function showRope(given: Partial<ClientActions>, isOnline = true, shown: LocalItem = item) {
  const asked: string[] = [];
  const fake = fakeClient({
    replacedVersions: async () => [replaced],
    listItemActivity: async (uuid) => {
      asked.push(uuid);
      return ok({ data: [change], current_page: 1, last_page: 1, per_page: 20, total: 1 });
    },
    ...given,
  });
  fake.setSession({ kind: 'user', user: ada });
  fake.setSync({ online: isOnline });
  renderWith(fake.client, <ActivityFeed item={shown} />);
  return asked;
}

test("[ACT-07] the history of a todo has the server’s entries, and the create that the server's list lacks", async () => {
  const asked = showRope({});
  await expect.element(entries.first()).toHaveTextContent('Title: Long rope → Rope');
  await expect.element(entries.last()).toHaveTextContent('created the todo');
  // The server's log already has the replaced value.
  await expect.element(entries).toHaveLength(2);
  expect(new Set(asked)).toEqual(new Set(['rope']));
});

test.each([true, false])(
  "[ACT-07] the history of a todo has values that were replaced here and are not in the server's log (online: %s)",
  async (isOnline) => {
    const listItemActivity: ClientActions['listItemActivity'] = async () =>
      ok({ data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 });
    showRope({ listItemActivity }, isOnline);
    await expect
      .element(entries.first())
      .toHaveTextContent('changed the todo, and your later change replaced that:');
    await expect.element(entries.first()).toHaveTextContent('Status: in progress');
    await expect.element(use).toBeVisible();
  },
);

test('[ACT-07] a replaced text can be restored from the history of a todo', async () => {
  const edits: unknown[] = [];
  const updateItem: ClientActions['updateItem'] = async (seen, edit) => {
    edits.push([seen.uuid, edit]);
    return ok(item);
  };
  showRope({ updateItem });
  await use.click();
  expect(edits).toEqual([['rope', { title: 'Long rope' }]]);
});

test('[ACT-07] the history of a todo offers no text to people who may only view the item', async () => {
  showRope({}, true, { ...item, permission: 'view' });
  await expect.element(entries).toHaveLength(2);
  await expect.element(use).not.toBeInTheDocument();
});

test('[ACT-01] while a page loads it shows a skeleton of rows, and an entry shows its description', async () => {
  let answer = (_activity: Awaited<ReturnType<ClientActions['listActivity']>>) => {};
  const answered: ReturnType<ClientActions['listActivity']> = new Promise((resolve) => {
    answer = resolve;
  });
  const fake = fakeClient({ listActivity: () => answered });
  fake.setSession({ kind: 'user', user: ada });
  show(fake);
  const rows = () => document.querySelectorAll('.animate-breathe.rounded-full').length;
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading activity...');
  expect(rows()).toBe(6);
  const described = { ...entry, description: 'Forty feet, two masts.' };
  answer(ok({ data: [described], current_page: 1, last_page: 1, per_page: 20, total: 1 }));
  await expect.element(page.getByText('Forty feet, two masts.')).toBeVisible();
  expect(rows()).toBe(0);
});

test('[LOGIN-09] loading the first or any other page can be cancelled and retried', async () => {
  const pass = stopTime();
  const calls: AbortSignal[] = [];
  const hanging = new Set([1, 2]);
  const fake = fakeClient({
    listActivity: (_uuid, number, signal) =>
      new Promise((resolve) => {
        calls.push(signal as AbortSignal);
        signal.addEventListener('abort', () => resolve(err({ code: 'no_answer' })));
        if (hanging.has(number)) return;
        resolve(ok({ data: [entry], current_page: number, last_page: 2, per_page: 20, total: 21 }));
      }),
  });
  fake.setSession({ kind: 'user', user: ada });
  show(fake);
  const takesLong = page.getByText(/^This takes longer than usual\./);
  const failed = page.getByText('Failed to load activity. Please try again.');
  const retry = page.getByRole('button', { name: 'Try again' });
  for (const number of [1, 2]) {
    await pass(9_900);
    await expect.element(takesLong).not.toBeInTheDocument();
    await pass(200);
    await expect.element(takesLong).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await pass(0);
    await expect.element(failed).toBeVisible();
    expect(calls.at(-1)?.aborted).toBe(true);
    hanging.delete(number);
    await retry.click();
    await pass(0);
    await expect.element(page.getByText(`Page ${number} of 2`)).toBeVisible();
    await expect.element(failed).not.toBeInTheDocument();
    if (number === 1) await page.getByRole('button', { name: 'Next' }).click();
  }
});

test('[ACT-05] offline Activity names the user or the last known author of a change, and otherwise Somebody', async () => {
  const fake = fakeClient({});
  fake.setSession({ kind: 'user', user: ada });
  fake.setSync({ online: false });
  const bo = { ...ada, id: 1002, name: 'Bo Lindqvist' };
  fake.client.replica.get().putPeople([bo]);
  const boat = localItem(1, { type: 'campaign', title: 'The boat', user_id: ada.id });
  const later = '2026-03-04T11:00:00.000Z';
  const changed = (number: number, title: string, updated_by: number | null) => {
    const place = { type: 'task', parent_uuid: boat.uuid, user_id: bo.id } as const;
    const row = localItem(number, { ...place, title, updated_at: later });
    const counts = { children_count: 0, completed_count: 0 };
    return { ...row, base: { ...row, ...counts, updated_by, version: 2, rev: 1 } };
  };
  const knots = changed(5, 'Knots', bo.id);
  fake.putRows([
    boat,
    changed(2, 'Sails', bo.id),
    changed(3, 'Oars', 1003),
    changed(4, 'Rope', null),
    { ...knots, updated_at: '2026-03-04T12:00:00.000Z' },
  ]);
  renderWith(fake.client, <ActivityFeed item={boat} />);
  const feed = page.getByRole('list', { name: 'Activity, newest first' });
  await expect.element(feed).toBeVisible();
  // The author and values of each entry.
  const said = [...document.querySelectorAll('li[data-action]')].map((line) => {
    const names = [...line.querySelectorAll('p .font-strong')];
    return names.map(({ textContent }) => textContent).join(': ');
  });
  expect(said.slice(0, 4)).toEqual([
    'Ada Lovelace: Knots',
    'Somebody: Rope',
    'Somebody: Oars',
    'Bo Lindqvist: Sails',
  ]);
  expect(said).toContain('Ada Lovelace: The boat');
});
