import { expect, type Browser, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
let server: TestServer;
let proxy: FaultProxy | undefined;
test.beforeEach(({ server: shared }) => {
  server = shared;
});
test.afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
});

const path = /\/activity\?page=/;
const entries = (page: Page) =>
  page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem');
const openActivity = (page: Page) => page.getByRole('tab', { name: 'Activity' }).click();

async function make(person: Person, item: Record<string, unknown>): Promise<number> {
  return (await person.call<{ id: number }>('POST', '/api/items', item)).id;
}

/** Somebody signed in with a campaign of their own; what `fill` does to it is in their data. */
async function withCampaign(
  browser: Browser,
  fill: (person: Person, campaignId: number) => Promise<void> = async () => {},
  prepare?: (page: Page) => Promise<void>,
): Promise<{ person: Person; page: Page; campaignId: number }> {
  proxy = await startFaultProxy(server.url);
  const person = await signedInAt(browser, proxy.url, newPhone());
  const campaignId = await make(person, { type: 'campaign', title: 'Cross the Alps' });
  await fill(person, campaignId);
  await prepare?.(person.page);
  await person.page.goto(`/campaigns/${campaignId}`);
  await expect(
    person.page.getByRole('heading', { name: 'Cross the Alps', level: 1 }),
  ).toBeVisible();
  return { person, page: person.page, campaignId };
}

/** The colour that a name of the design's stands for in the theme shown. */
function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--color-${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

test('[ACT-01] an entry shows who did what to which item, what changed, and how long ago @full', async ({
  browser,
}) => {
  const { page } = await withCampaign(browser, async (ada, parent) => {
    const task = await make(ada, { type: 'task', title: 'Buy rope', parent_id: parent });
    const change = { title: 'Buy strong rope', due_date: '2026-03-04' };
    await ada.call('PATCH', `/api/items/${task}`, change);
    await ada.call('POST', `/api/items/${task}/assign`, { user_id: 2 });
    await ada.call('PATCH', `/api/items/${task}`, { status: 'completed' });
    await ada.call('DELETE', `/api/items/${task}`);
  });
  await openActivity(page);
  await expect(entries(page).filter({ hasText: 'deleted the task' })).toContainText(
    'Buy strong rope',
  );
  const updated = entries(page).filter({ hasText: 'Due date' });
  await expect(updated).toContainText('Ada Byron');
  await expect(updated).toContainText('updated the task');
  await expect(updated).toContainText('Title: Buy rope → Buy strong rope');
  await expect(updated).toContainText('Due date: nothing → Mar 4, 2026');
  await expect(updated).toContainText(/less than a minute ago|1 minute ago/);
  await expect(entries(page).filter({ hasText: 'Assigned to' })).toContainText(
    'Assigned to: Unassigned → Sam Lee',
  );
  await expect(entries(page).filter({ hasText: 'completed the task' })).toContainText(
    'Status: pending → completed',
  );
});

test('[ACT-03] actions and types have their colours, in light and in dark', async ({ browser }) => {
  const { page } = await withCampaign(browser, async (ada, parent) => {
    const task = await make(ada, { type: 'task', title: 'Buy rope', parent_id: parent });
    const todo = await make(ada, { type: 'todo', title: 'Ask Hannibal', parent_id: parent });
    await ada.call('PATCH', `/api/items/${task}`, { title: 'Buy strong rope' });
    await ada.call('POST', `/api/items/${task}/assign`, { user_id: 2 });
    await ada.call('PATCH', `/api/items/${task}`, { status: 'completed' });
    await ada.call('DELETE', `/api/items/${todo}`);
  });
  await openActivity(page);
  const hues = {
    created: 'green',
    updated: 'blue',
    deleted: 'red',
    completed: 'purple',
    assigned: 'orange',
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(
      page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)'),
    ).toBeAttached();
    for (const [action, hue] of Object.entries(hues)) {
      const mark = page.locator(`[data-action="${action}"] [data-mark]`).first();
      await expect(mark).toHaveCSS('color', await colourOf(page, action));
      expect(hueOf(await colourOf(page, action))).toBe(hue);
    }
    for (const [type, hue] of Object.entries({ campaign: 'cyan', task: 'green', todo: 'amber' })) {
      const mark = entries(page).locator(`[data-type="${type}"]`).first();
      await expect(mark).toHaveCSS('color', await colourOf(page, type));
      expect(hueOf(await colourOf(page, type))).toBe(hue);
    }
    expect(await violationsOn(page)).toEqual([]);
  }
});

/** The name of a colour, `rgb(r, g, b)`, by its place on the circle of hues. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
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

test('[ACT-01] [ACT-02] the history is read page by page, with a skeleton until the first is there', async ({
  browser,
}) => {
  const { page } = await withCampaign(browser, async (ada, parent) => {
    for (let at = 1; at <= 24; at += 1) {
      await make(ada, { type: 'todo', title: `Step ${at}`, parent_id: parent });
    }
  });
  proxy?.plan({ kind: 'held' }, { path });
  await openActivity(page);
  await expect(page.getByText('Loading activity...')).toBeVisible();
  proxy?.clear();
  await expect(entries(page)).toHaveCount(20);
  await expect(entries(page).first()).toContainText('Step 24');
  const pager = page.getByRole('navigation', { name: 'Pages of activity' });
  await expect(pager).toContainText('Page 1 of 2');
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(pager).toContainText('Page 2 of 2');
  await expect(entries(page).last()).toContainText('created the campaign');
  await expect(entries(page)).toHaveCount(5);
});

test('[ACT-02] [CACHE-01] when it cannot be read, it is asked for three times more, then says so @full', async ({
  browser,
}) => {
  const { page } = await withCampaign(browser);
  const asked: number[] = [];
  proxy?.onRequest((_, url) => {
    if (path.test(url)) asked.push(Date.now());
  });
  proxy?.plan({ kind: 'status', status: 500 }, { path, times: Infinity });
  await openActivity(page);
  await expect(page.getByText('Loading activity...')).toBeVisible();
  await expect(page.getByText('Failed to load activity. Please try again.')).toBeVisible({
    timeout: 30_000,
  });
  expect(asked).toHaveLength(4);
  for (const [tries, pauseMs] of [1_000, 2_000, 4_000].entries()) {
    const paused = (asked[tries + 1] ?? 0) - (asked[tries] ?? 0);
    expect(paused).toBeGreaterThanOrEqual(pauseMs);
  }
  proxy?.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveText([/created the campaign/]);
});

test('[ACT-02] a campaign unknown to the server is reported at once, with another try @full', async ({
  browser,
}) => {
  const { page } = await withCampaign(browser);
  const error = { code: 'not_found', message: 'Not found.' };
  proxy?.plan({ kind: 'status', status: 404, body: { error } }, { path, times: 1 });
  await openActivity(page);
  await expect(page.getByText('Failed to load activity. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveText([/created the campaign/]);
});

test('[ACT-02] a campaign in which nothing was done says so @full', async ({ browser }) => {
  const { page } = await withCampaign(browser);
  const empty = { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 };
  proxy?.plan({ kind: 'status', status: 200, body: empty }, { path });
  await openActivity(page);
  await expect(
    page.getByText('No activity yet. Start by adding tasks or making changes to track progress.'),
  ).toBeVisible();
});

test('[ACT-04] what was read is not asked for again for 30 seconds', async ({ browser }) => {
  const begin = Date.now();
  const { page } = await withCampaign(browser, undefined, (before) =>
    before.clock.setFixedTime(begin),
  );
  let asked = 0;
  proxy?.onRequest((_, url) => {
    if (path.test(url)) asked += 1;
  });
  const contents = page.getByRole('tab', { name: 'Contents' });
  await openActivity(page);
  await expect(entries(page)).toHaveCount(1);
  await contents.click();
  await page.clock.setFixedTime(begin + 29_000);
  await openActivity(page);
  await expect(entries(page)).toHaveCount(1);
  expect(asked).toBe(1);
  await contents.click();
  await page.clock.setFixedTime(begin + 31_000);
  await openActivity(page);
  await expect(entries(page)).toHaveCount(1);
  await expect.poll(() => asked).toBe(2);
});

test('offline, Activity shows what this device knows, without an error @full', async ({
  browser,
}) => {
  const { person, page } = await withCampaign(browser);
  await page.waitForFunction(() => performance.getEntriesByName('preloaded').length > 0);
  await person.context.setOffline(true);
  await openActivity(page);
  await expect(page.getByText('You are offline: this is what this device knows.')).toBeVisible();
  await expect(entries(page)).toHaveText([/Ada Byron created the campaign/]);
});
