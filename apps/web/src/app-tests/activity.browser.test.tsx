import { page } from 'vitest/browser';
import { AppServer, type ServerAccount } from './testing/app-server.ts';
import { button, colour, heading } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const path = /\/activity\?page=/;
const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem');
const openActivity = () => page.getByRole('tab', { name: 'Activity' }).click();

/** The page of a signed-in user's campaign; `fill` changes the campaign before it opens. */
async function openCampaign(
  fill: (ada: ServerAccount, campaignId: number) => Promise<void> = async () => undefined,
): Promise<AppServer> {
  const server = new AppServer();
  const user = await server.account();
  const id = await user.make({ type: 'campaign', title: 'Cross the Alps' });
  await fill(user, id);
  await openApp(`/campaigns/${id}`, { server, user });
  await expect.element(heading('Cross the Alps')).toBeVisible();
  return server;
}

const askedOf = ({ calls }: AppServer) => calls.filter((call) => path.test(call)).length;

/** A rope is bought, changed, given to Sam Lee and completed; `last` is deleted. */
async function buyRope(ada: ServerAccount, parent: number, last: 'task' | 'todo'): Promise<void> {
  const task = await ada.make({ type: 'task', title: 'Buy rope', parent_id: parent });
  const todo = await ada.make({ type: 'todo', title: 'Ask Hannibal', parent_id: parent });
  const change = { title: 'Buy strong rope', due_date: '2026-03-04' };
  await ada.call('PATCH', `/api/items/${task}`, change);
  await ada.call('POST', `/api/items/${task}/assign`, { user_id: 2 });
  await ada.call('PATCH', `/api/items/${task}`, { status: 'completed' });
  await ada.call('DELETE', `/api/items/${last === 'task' ? task : todo}`);
}

test('[ACT-01] an entry shows who did what to which item, what changed, and how long ago', async () => {
  await openCampaign((ada, id) => buyRope(ada, id, 'task'));
  await openActivity();
  await expect
    .element(entries.filter({ hasText: 'deleted the task' }))
    .toHaveTextContent('Buy strong rope');
  const updated = entries.filter({ hasText: 'Due date' });
  for (const text of [
    'Ada Byron',
    'updated the task',
    'Title: Buy rope → Buy strong rope',
    'Due date: nothing → Mar 4, 2026',
    'less than a minute ago',
  ])
    await expect.element(updated).toHaveTextContent(text);
  await expect
    .element(entries.filter({ hasText: 'Assigned to' }))
    .toHaveTextContent('Assigned to: Unassigned → Sam Lee');
  await expect
    .element(entries.filter({ hasText: 'completed the task' }))
    .toHaveTextContent('Status: pending → completed');
});

test('[ACT-03] actions and types have their colours, in light and in dark', async () => {
  await openCampaign((ada, id) => buyRope(ada, id, 'todo'));
  await openActivity();
  await expect.element(entries.filter({ hasText: 'deleted the todo' })).toBeVisible();
  const hues = {
    '[data-action=created] [data-mark]': ['created', 'green'],
    '[data-action=updated] [data-mark]': ['updated', 'blue'],
    '[data-action=deleted] [data-mark]': ['deleted', 'red'],
    '[data-action=completed] [data-mark]': ['completed', 'purple'],
    '[data-action=assigned] [data-mark]': ['assigned', 'orange'],
    '[data-action] [data-type=campaign]': ['campaign', 'cyan'],
    '[data-action] [data-type=task]': ['task', 'green'],
    '[data-action] [data-type=todo]': ['todo', 'amber'],
  } as const;
  const { classList } = document.documentElement;
  for (const [from, to] of [
    ['dark', 'light'],
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    classList.replace(from, to);
    for (const [selector, [token, hue]] of Object.entries(hues)) {
      const mark = document.querySelector(selector) ?? document.body;
      expect(getComputedStyle(mark).color).toBe(colour(`--color-${token}`));
      expect([to, token, hueOf(colour(`--color-${token}`))]).toEqual([to, token, hue]);
    }
  }
});

/** The name of a colour, `rgb(r, g, b)`, by its place on the circle of hues. */
function hueOf(rgb: string): string {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/\d+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue) || 1;
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const degrees = sixth * 60;
  const ends = {
    orange: [15, 32],
    amber: [32, 55],
    green: [90, 165],
    cyan: [170, 205],
    blue: [205, 240],
    purple: [255, 295],
  };
  const found = Object.entries(ends).find(
    ([, [from = 0, to = 0]]) => degrees >= from && degrees < to,
  );
  return found?.[0] ?? 'red';
}

test('[ACT-01] [ACT-02] the history is read page by page, with a skeleton until the first is there', async () => {
  const { faults } = await openCampaign(async (ada, parent) => {
    for (let at = 1; at <= 24; at += 1)
      await ada.make({ type: 'todo', title: `Step ${at}`, parent_id: parent });
  });
  faults.plan({ kind: 'held' }, { path });
  await openActivity();
  await expect.element(page.getByText('Loading activity...')).toBeVisible();
  faults.clear();
  await expect.element(entries).toHaveLength(20);
  await expect.element(entries.first()).toHaveTextContent('Step 24');
  const pager = page.getByRole('navigation', { name: 'Pages of activity' });
  await expect.element(pager).toHaveTextContent('Page 1 of 2');
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect.element(pager).toHaveTextContent('Page 2 of 2');
  await expect.element(entries.last()).toHaveTextContent('created the campaign');
  await expect.element(entries).toHaveLength(5);
});

test('[ACT-02] [CACHE-01] a history that cannot be read is requested three more times, then reported', async () => {
  const server = await openCampaign();
  const { faults } = server;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    faults.plan({ kind: 'status', status: 500 }, { path, times: Infinity });
    await openActivity();
    await expect.element(page.getByText('Loading activity...')).toBeVisible();
    for (const [tries, pauseMs] of [1_000, 2_000, 4_000].entries()) {
      await expect.poll(() => askedOf(server)).toBe(tries + 1);
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(askedOf(server)).toBe(tries + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    await expect
      .element(page.getByText('Failed to load activity. Please try again.'))
      .toBeVisible();
    expect(askedOf(server)).toBe(4);
  } finally {
    vi.useRealTimers();
  }
  faults.clear();
  await button('Try again').click();
  await expect.element(entries).toHaveTextContent('created the campaign');
});

test('[ACT-02] a campaign unknown to the server is reported at once, with a button to retry', async () => {
  const { faults } = await openCampaign();
  const error = { code: 'not_found', message: 'Not found.' };
  faults.plan({ kind: 'status', status: 404, body: { error } }, { path });
  await openActivity();
  await expect.element(page.getByText('Failed to load activity. Please try again.')).toBeVisible();
  await button('Try again').click();
  await expect.element(entries).toHaveTextContent('created the campaign');
});

test('[ACT-02] a campaign without activity says so', async () => {
  const { faults } = await openCampaign();
  const body = { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 };
  faults.plan({ kind: 'status', status: 200, body }, { path });
  await openActivity();
  await expect
    .element(
      page.getByText('No activity yet. Start by adding tasks or making changes to track progress.'),
    )
    .toBeVisible();
});

test('[ACT-04] a history is not requested again for 30 seconds after it was read', async () => {
  const server = await openCampaign();
  const begin = Date.now();
  const now = vi.spyOn(Date, 'now').mockReturnValue(begin);
  const contents = page.getByRole('tab', { name: 'Contents' });
  try {
    await openActivity();
    await expect.element(entries).toHaveLength(1);
    await contents.click();
    now.mockReturnValue(begin + 29_000);
    await openActivity();
    await expect.element(entries).toHaveLength(1);
    expect(askedOf(server)).toBe(1);
    await contents.click();
    now.mockReturnValue(begin + 31_000);
    await openActivity();
    await expect.poll(() => askedOf(server)).toBe(2);
  } finally {
    now.mockRestore();
  }
});

test('offline, Activity shows the history that this device knows, without an error', async () => {
  const server = await openCampaign();
  server.setOffline(true);
  await openActivity();
  await expect
    .element(page.getByText('You are offline: this is what this device knows.'))
    .toBeVisible();
  await expect.element(entries).toHaveTextContent('Ada Byron created the campaign');
});
