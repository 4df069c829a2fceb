import { expect as expectPage, type Browser, type Page } from '@playwright/test';
import { startTestPostgres } from '@foray/embedded-postgres/testing';
import { AccountByUrl } from '../testing/account-by-url.ts';
import {
  complete,
  loadNewApp,
  openBrowser,
  openTab,
  pageMs,
  quickAdd,
} from '../testing/app-tab.ts';
import { startBalancer, type Balancer } from '../testing/balancer.ts';
import { buildPresent, buildRelease } from '../testing/earlier-release.ts';
import { startServer, type ServerProcess } from '../testing/server-process.ts';
import { UrlClient } from '../testing/url-client.ts';

// Nodes and tabs of earlier releases, built from their commits, together with the current node.

/** Time to install and build a release. */
const buildMs = 1_200_000;

let present: string;
let browser: Browser;
beforeAll(async () => {
  present = await buildPresent();
  browser = await openBrowser();
}, buildMs);
afterAll(() => browser?.close());

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let started: ServerProcess[];
beforeEach(async () => {
  started = [];
  postgres = await startTestPostgres();
});
afterEach(async () => {
  for (const node of started) await end(node, 'SIGKILL');
  await postgres?.stop();
});

function start(program: string): ServerProcess {
  const { host, user, database } = postgres.connection;
  const node = startServer(program, {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    FORAY_SECRET: 's'.repeat(32),
    RATE_LIMITS: 'off',
  });
  started.push(node);
  return node;
}

async function end(node: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  node.child.kill(signal);
  await node.ended;
}

const annsPhone = '+4915112345671';
const bensPhone = '+4915112345672';
const annAt = (url: string) => ({ url, phone: annsPhone, name: 'Ann', sees: 'Buy milk' });

/** Two mutual contacts, and a campaign of the first with a task of the second, created by the node at this address. */
async function fill(url: string) {
  const [ann, ben] = await Promise.all(
    [annsPhone, bensPhone].map(async (phone, index) => {
      const client = new UrlClient(url);
      await client.signIn(phone, ['Ann', 'Ben'][index]!);
      return new AccountByUrl(client);
    }),
  );
  if (ann === undefined || ben === undefined) throw new Error('nobody');
  await ann.ask('POST', '/api/contacts/sync', { contacts: [bensPhone] });
  await ben.ask('POST', '/api/contacts/sync', { contacts: [annsPhone] });
  const campaign = await ann.create('campaign', 'Cross the Alps');
  const task = await ann.create('task', 'Pack', { parent_id: campaign.id });
  const todo = await ann.create('todo', 'Buy boots', { parent_id: task.id });
  await ann.ask('POST', `/api/items/${task.uuid}/assign`, { user_id: await ben.id() });
  return { ann, ben, campaign, task, todo };
}

/** A tab of the earlier release goes through the upgrade, behind the balancer, up to the new app. */
async function goThroughUpgrade(
  page: Page,
  balancer: Balancer,
  ann: AccountByUrl,
  url: string,
): Promise<void> {
  balancer.switchTo(null);
  await quickAdd(page, 'Made without a server');
  await complete(page, 'Buy milk');
  balancer.switchTo(url);
  await expect
    .poll(() => ann.items(), { timeout: 120_000 })
    .toMatchObject({ 'Made without a server': 'pending', 'Buy milk': 'completed' });
  await quickAdd(page, 'Made by the open tab');
  await complete(page, 'Made by the open tab');
  await expect
    .poll(() => ann.items(), { timeout: 60_000 })
    .toMatchObject({ 'Made by the open tab': 'completed' });

  balancer.switchTo(null);
  await quickAdd(page, 'Queued over the reload');
  balancer.switchTo(url);
  await loadNewApp(page, url);
  await page.goto('/my-list');
  for (const title of ['Made without a server', 'Queued over the reload']) {
    await expectPage(page.getByText(title, { exact: true }).first()).toBeVisible(pageMs);
  }
  await expect
    .poll(() => ann.items(), { timeout: 60_000 })
    .toMatchObject({ 'Queued over the reload': 'pending' });
}

test(
  '[UPG-12] a node of 0.2.0 and a node of this release serve the same people at the same time, and a tab opened on 0.2.0 continues on this release',
  { timeout: buildMs },
  async () => {
    const before = start(await buildRelease('0.2.0'));
    const old = await before.address;
    const { ann, ben, task, todo } = await fill(old);
    await ann.create('todo', 'Buy milk');
    const balancer = await startBalancer(old);
    onTestFinished(() => balancer.close());
    const page = await openTab(browser, annAt(balancer.url));
    const lost = /~my-list-screen~own-data-/;
    const partial = await openTab(browser, { ...annAt(balancer.url), lost });

    const now = start(present);
    const url = await now.address;
    for (const one of [old, url]) expect((await fetch(`${one}/readyz`)).status).toBe(200);
    expect(await ann.at(url).items()).toEqual(await ann.items());
    // Each item is written through one node, and read through the other.
    const theirs = await ben.create('todo', 'By the earlier', { parent_id: task.id });
    const ours = await ben.at(url).create('todo', 'By this one', { parent_id: task.id });
    await ann.at(url).ask('PATCH', `/api/items/${theirs.uuid}`, { status: 'completed' });
    await ann.ask('PATCH', `/api/items/${ours.uuid}`, { status: 'in_progress' });
    await ann.at(url).ask('POST', `/api/items/${ours.uuid}/assign`, { user_id: await ben.id() });
    await ann.ask('DELETE', `/api/items/${todo.uuid}`);
    expect(await ann.at(url).items()).not.toHaveProperty('Buy boots');
    await ann.at(url).ask('POST', `/api/items/${todo.uuid}/restore`);
    const all = {
      'By the earlier': 'completed',
      'By this one': 'in_progress',
      'Buy boots': 'pending',
    };
    for (const one of [old, url]) {
      expect(await ann.at(one).items()).toMatchObject(all);
      expect(await ben.at(one).items()).toMatchObject(all);
    }
    // The tab is notified by its own node.
    await ann.at(url).create('todo', 'Heard of');
    await expectPage(page.getByText('Heard of', { exact: true }).first()).toBeVisible(pageMs);

    await goThroughUpgrade(page, balancer, ann.at(url), url);
    // No node has the files that a tab of 0.2.0 has not loaded yet: it says so, and loads the new app.
    await partial.context().unroute(lost);
    await partial.getByRole('link', { name: 'My List', exact: true }).first().click(pageMs);
    await expectPage(partial.getByText('This screen could not be loaded.')).toBeVisible(pageMs);
    await partial.getByRole('main').getByRole('button', { name: 'Reload' }).click(pageMs);
    const made = partial.getByText('Made without a server', { exact: true });
    await expectPage(made.first()).toBeVisible(pageMs);
    await end(before, 'SIGTERM');
    const again = await start(await buildRelease('0.2.0')).ended;
    expect(again.code).toBe(1);
    expect(again.complaint).toContain('The database was made by a newer version of Foray');
    expect(await ann.at(url).items()).toMatchObject(all);
  },
);

test(
  '[UPG-13] an open tab of 0.1.0 continues with all its data after this release has replaced its node',
  { timeout: buildMs },
  async () => {
    const before = start(await buildRelease('0.1.0'));
    const old = await before.address;
    const { ann, ben } = await fill(old);
    await ann.create('todo', 'Buy milk');
    const items = await ann.items();
    const bens = await ben.items();
    const balancer = await startBalancer(old);
    onTestFinished(() => balancer.close());
    const page = await openTab(browser, annAt(balancer.url));

    // Its node grants rights by other rules than this one, so it is stopped first.
    await end(before, 'SIGTERM');
    const url = await start(present).address;
    expect(await ann.at(url).items()).toEqual(items);
    expect(await ben.at(url).items()).toEqual(bens);
    await goThroughUpgrade(page, balancer, ann.at(url), url);
    const again = await start(await buildRelease('0.1.0')).ended;
    expect(again.code).toBe(1);
    expect(again.complaint).toContain('The database was made by a newer version of Foray');
  },
);

test(
  '[UPG-17] a tab keeps sending after a tab of 0.2.0 beside it has sent the completion of a repeating task with a child, or has completed the task itself',
  { timeout: buildMs },
  async () => {
    const before = start(await buildRelease('0.2.0'));
    const { ann } = await fill(await before.address);
    const url = await start(present).address;
    await ann.create('todo', 'Buy milk');
    const balancer = await startBalancer(await before.address);
    onTestFinished(() => balancer.close());
    // Without a service worker, the next tab gets the app of its node.
    const earlier = await openTab(browser, { ...annAt(balancer.url), lost: /^never$/ });
    balancer.switchTo(url);
    const tab = await earlier.context().newPage();
    await tab.goto('/');
    await expectPage(tab.getByText('Buy milk', { exact: true }).first()).toBeVisible(pageMs);
    // The earlier tab drops rules, so this tab has to receive the item.
    const api = '**/api/**';
    const away = (page: Page) => page.route(api, (route) => route.abort());
    await away(earlier);
    const sees = 'Water the plants';
    const plants = await ann.at(url).create('task', sees, {
      due_date: '2099-03-02',
      repeat: 'FREQ=DAILY',
    });
    await ann.at(url).create('todo', 'Fill the can', { parent_id: plants.id });
    await expectPage(tab.getByText('Repeats every day').first()).toBeAttached(pageMs);
    const occurrences = async () => {
      const { data } = await ann.at(url).ask('GET', '/api/items?type=task&page=1');
      const rows: readonly Record<string, unknown>[] = data;
      return rows
        .filter(({ title }) => title === sees)
        .map(({ occurrence, status }) => `${String(occurrence)} ${String(status)}`)
        .toSorted();
    };

    // This tab queues a completion, and only the earlier tab reaches the server.
    await away(tab);
    await tab.getByRole('button', { name: `Complete ${sees}`, exact: true }).click(pageMs);
    await expectPage(tab.getByText(/Mar 3, 2099/).first()).toBeVisible(pageMs);
    // The earlier tab drops a queued create of an item that it receives, so a completion must not look like a
    // create.
    await ann
      .at(url)
      .ask('PATCH', `/api/items/${plants.uuid}`, { description: 'On hot days twice' });
    await earlier.unroute(api);
    await quickAdd(earlier, 'By the earlier tab');
    await expect
      .poll(() => ann.at(url).items(), { timeout: 120_000 })
      .toMatchObject({ 'By the earlier tab': 'pending' });
    await tab.unroute(api);
    await quickAdd(tab, 'By this tab');
    await expect
      .poll(() => ann.at(url).items(), { timeout: 120_000 })
      .toMatchObject({ 'By this tab': 'pending' });
    await expect.poll(occurrences, { timeout: 120_000 }).toEqual(['1 completed', '2 pending']);

    // The earlier tab completes the next occurrence itself.
    await complete(earlier, sees);
    await expect
      .poll(occurrences, { timeout: 120_000 })
      .toEqual(['1 completed', '2 completed', '3 pending']);
    await quickAdd(tab, 'By this tab again');
    await expect
      .poll(() => ann.at(url).items(), { timeout: 120_000 })
      .toMatchObject({ 'By this tab again': 'pending' });
    await expectPage(tab.getByText(/Sync failed|attention/)).toHaveCount(0);
  },
);
