import { expect } from '@playwright/test';
import { startFaultProxy } from './fault-proxy.ts';
import { TestPerson } from './person.ts';
import { startServer } from './server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test('[OFF-07] the app is installable and opens at any route with the server gone', async ({
  browser,
}) => {
  const server = await startServer();
  try {
    const ada = await TestPerson.at(browser, server.url);
    await ada.continueWithoutAccount();
    await ada.readyForOffline();
    const devtools = await ada.context.newCDPSession(ada.page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A private window can never install; everything else must be in order.
    const wrong = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    expect(wrong).toEqual([]);

    // The app must not depend on caches that the browser may drop at any time.
    await devtools.send('Network.clearBrowserCache');
    await server.kill();
    const titles = {
      '/queue': 'Queue',
      '/my-list': 'My List',
      '/campaigns': 'Campaigns',
      '/preferences': 'Preferences',
      '/notifications': 'Recent Notifications',
    };
    for (const [route, heading] of Object.entries(titles)) {
      await ada.page.goto(route);
      await expect(ada.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
    expect(ada.complaints.filter((text) => !text.includes('net::ERR_'))).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('[OFF-09] an installation that failed because the server was briefly unavailable is repeated without a reload', async ({
  browser,
  server,
}) => {
  const proxy = await startFaultProxy(server.url);
  // Only the service worker requests the page by this name, to keep it.
  const failed = proxy.plan({ kind: 'status', status: 503 }, { path: /^\/index\.html/ });
  const ada = await TestPerson.at(browser, proxy.url);
  await ada.continueWithoutAccount();
  await failed.met;
  await ada.readyForOffline();
  await proxy.stop();
  await ada.page.goto('/queue');
  await expect(ada.page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
});

test('[PERF-07] at a second visit files with a hash in their name do not pass through the service worker’s thread', async ({
  browser,
  server,
}) => {
  const ada = await TestPerson.at(browser, server.url);
  await ada.continueWithoutAccount();
  await ada.readyForOffline();
  await ada.page.reload();
  await expect(ada.page.getByRole('heading', { level: 1 })).toBeVisible();
  // The files that matched a route, as the browser reports them (Resource Timing).
  const sources = await ada.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/(app|base)-.*js$/.test(name))
      .map((entry) => (entry as { workerMatchedSourceType?: string }).workerMatchedSourceType),
  );
  expect(sources).toEqual(['cache', 'cache']);
});
