import { expect } from '@playwright/test';
import { TestPerson } from './person.ts';
import { startServer, type RunningServer } from './server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.stop());

test('[OFF-01] [OFF-02] [OFF-07] [AUTH-02] [I2] [I3] [I9] the first journey: a guest goes offline, signs in and uses two devices while a server is killed @full', async ({
  browser,
}) => {
  const ada = await TestPerson.at(browser, server.url);
  const calls: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });

  await test.step('without an account: a campaign with two tasks and three todos', async () => {
    await expect(ada.page).toHaveURL(/\/onboarding$/);
    await ada.continueWithoutAccount();
    await ada.page.getByRole('tab', { name: 'Campaigns' }).click();
    await ada.quickAdd('campaign', 'Cross the Alps');
    await ada.open('Cross the Alps');
    await ada.quickAdd('task', 'Train');
    await ada.quickAdd('task', 'Pack');
    await ada.open('Pack');
    await ada.quickAdd('todo', 'Buy boots');
    await ada.quickAdd('todo', 'Find the map');
    await ada.quickAdd('todo', 'Borrow a tent');
    expect(calls).toEqual([]);
  });

  const taskUrl = ada.page.url();
  await test.step('offline: reload, add, edit, complete, delete', async () => {
    await ada.readyForOffline();
    await ada.context.setOffline(true);
    await ada.page.reload();
    await expect(ada.page).toHaveURL(taskUrl);
    await expect(ada.row('Buy boots')).toBeVisible();
    await ada.quickAdd('todo', 'Sharpen the axe');
    await ada.rename('Find the map', 'Find the old map');
    await ada.toggle('Buy boots');
    await expect(
      ada.row('Buy boots').getByRole('button', { name: 'Reopen Buy boots' }),
    ).toBeVisible();
    await ada.remove('Borrow a tent');
  });

  const made = await guestItems(ada);
  const titles = ['Buy boots', 'Cross the Alps', 'Find the old map', 'Pack', 'Sharpen the axe'];
  titles.push('Train');

  await test.step('online and signed in: each item is on the server once, with its own dates', async () => {
    await ada.context.setOffline(false);
    await ada.signIn('+15550100001', 'Ada');
    await ada.settled();
    const items = await ada.onServer();
    expect(items.map((item) => item.title)).toEqual(titles);
    for (const item of items) {
      const own = made.find((one) => one.title === item.title);
      expect(item).toMatchObject({
        uuid: own?.uuid,
        status: own?.status,
        created_at: own?.created_at,
        completed_at: own?.completed_at,
        parent_uuid: own?.parent_uuid,
      });
    }
    expect(items.find((item) => item.title === 'Buy boots')?.status).toBe('completed');
    expect(await guestItems(ada)).toEqual([]);
  });

  const desk = await TestPerson.at(browser, server.url);
  await test.step('a second device signs in and has all items', async () => {
    await desk.signIn('+15550100001', 'Ada');
    await expect(desk.row('Cross the Alps')).toBeVisible();
    await desk.open('Cross the Alps');
    await desk.open('Pack');
    for (const title of ['Buy boots', 'Find the old map', 'Sharpen the axe']) {
      await expect(desk.row(title)).toBeVisible();
    }
  });

  await test.step('both devices edit, and both converge', async () => {
    await ada.page.getByRole('link', { name: 'Home' }).first().click();
    await ada.open('Cross the Alps');
    await ada.open('Pack');
    await Promise.all([
      ada.rename('Find the old map', 'Find the sea chart'),
      desk.toggle('Sharpen the axe'),
    ]);
    await ada.settled();
    await desk.settled();
    await ada.page.reload();
    await desk.page.reload();
    for (const person of [ada, desk]) {
      await expect(person.row('Find the sea chart')).toBeVisible();
      await expect(
        person.row('Sharpen the axe').getByRole('button', { name: 'Reopen Sharpen the axe' }),
      ).toBeVisible();
    }
  });

  await test.step('the server dies during a push: nothing is lost or duplicated', async () => {
    await ada.context.setOffline(true);
    const added = Array.from({ length: 12 }, (_, at) => `Stage ${String(at + 1).padStart(2, '0')}`);
    for (const title of added) await ada.quickAdd('todo', title);
    await ada.rename('Stage 01', 'Stage 01, early');
    let killed: Promise<void> | undefined;
    ada.page.on('request', (request) => {
      if (request.url().endsWith('/api/batch')) killed ??= server.kill();
    });
    await ada.context.setOffline(false);
    await expect.poll(() => killed !== undefined).toBe(true);
    await killed;
    await server.start();
    await ada.page.reload();
    await ada.settled();
    const expected = [
      ...titles.filter((title) => title !== 'Find the old map'),
      'Find the sea chart',
    ];
    expected.push('Stage 01, early', ...added.slice(1));
    const items = await ada.onServer();
    expect(items.map((item) => item.title)).toEqual(expected.sort((a, b) => a.localeCompare(b)));
    await desk.page.reload();
    await expect(desk.row('Stage 12')).toBeVisible();
  });
});

/** The items in the guest's database of a browser, without deleted ones. */
function guestItems(person: TestPerson): Promise<StoredItem[]> {
  return person.page.evaluate(
    () =>
      new Promise<StoredItem[]>((resolve, reject) => {
        const opening = indexedDB.open('foray');
        opening.onerror = () => reject(new Error('cannot open foray'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('items').objectStore('items').getAll();
          reading.onerror = () => reject(new Error('cannot read items'));
          reading.onsuccess = () => {
            opening.result.close();
            const rows = reading.result as (StoredItem & { _deleted: boolean })[];
            resolve(rows.filter((row) => !row._deleted));
          };
        };
      }),
  );
}

interface StoredItem {
  readonly uuid: string;
  readonly title: string;
  readonly status: string;
  readonly parent_uuid: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
}
