import { test as base } from '@playwright/test';
import { startServer, type RunningServer } from './server.ts';

interface PerTest {
  readonly closing: void;
}

interface PerWorker {
  /** The server for all tests of a worker. A test that kills its server starts a separate one. */
  readonly server: RunningServer;
}

/**
 * Playwright's test, with a server. After each test it closes every browser context that the test opened:
 * left open, their pages would keep syncing and painting during later tests.
 */
export const test = base.extend<PerTest, PerWorker>({
  closing: [
    async ({ browser }, use) => {
      await use();
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
  server: [
    async ({ browserName: _any }, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
