import { expect } from '@playwright/test';
import { TestPerson } from './person.ts';
import { signedIn, test } from './with-faults.ts';

test.use({ serviceWorkers: 'allow' });

test('[I1] a server that requires a newer app is reported, the queue is kept, and Reload bypasses the service worker', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550860001');
  await person.readyForOffline();
  const body = { error: { code: 'too_old', message: 'Update.' } };
  faults.plan({ kind: 'status', status: 426, body }, { path: /^\/api\//, times: Infinity });
  await person.quickAdd('todo', 'Find the map');
  await expect(page.getByText('This version of the app is too old')).toBeVisible();
  await expect(person.row('Find the map')).toBeVisible();
  expect(await person.queueLength()).toBe(1);

  // A page from the service worker would be the same version again.
  const loaded: string[] = [];
  faults.onRequest((method, path) => loaded.push(`${method} ${path}`));
  faults.clear();
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loaded).toContain('GET /');
  await expect(page.getByText('This version of the app is too old')).toHaveCount(0);
  await person.settled();
  expect((await person.onServer()).map(({ title }) => title)).toEqual(['Find the map']);
});

test('[I1] a tab of an older version that blocks the database is reported, and the newer tab continues by itself @full', async ({
  browser,
  faults,
}) => {
  const old = await TestPerson.at(browser, faults.url);
  await old.continueWithoutAccount();
  await old.quickAdd('todo', 'Buy boots');
  // A handle without events, like that of a frozen tab.
  await old.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('foray');
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result });
          resolve();
        };
      }),
  );
  const page = await old.context.newPage();
  const next = new TestPerson(old.context, page);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name, version) {
      return open.call(this, name, version === undefined ? version : version + 1);
    };
  });
  await page.goto('/');
  await expect(page.getByText('Another tab of this app is out of date.')).toBeVisible();
  await old.page.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close());
  await expect(next.row('Buy boots')).toBeVisible();
  await expect(page.getByText('Another tab of this app is out of date.')).toHaveCount(0);
  await next.quickAdd('todo', 'Find the map');

  // The older tab reports that it is outdated as soon as it has to store something.
  await old.toggle('Buy boots');
  await expect(old.page.getByText('This version of the app is too old')).toBeVisible();
  await page.reload();
  await expect(next.row('Find the map')).toBeVisible();
});
