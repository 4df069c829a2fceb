import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser, findHeadlessBrowser } from './scripts/browser.mjs';

function launchedFrom(executablePath: string | null) {
  return { launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserArgs } };
}

/**
 * The headless shell denies notifications, and Debian starts it from a script, so that killing the browser's
 * process group misses it.
 */
const wholeBrowserSpecs = ['push.spec.ts', 'killed-browser.spec.ts'];

/** Real Chromium against real servers, each started by its own test; nothing is retried. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  // Tests wait for the network and for timers for a third of their time.
  workers: 3,
  retries: 0,
  // Far above the limit of each wait, which is generous itself: a wait ends as soon as its condition is met.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // A press on an element that never appears fails with its reason, before the test's own limit.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every test takes a fifth of the machine's time; `--trace on` makes one of a failed test.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Most tests check results, not motion; the journey runs with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Fetching and storing the whole app takes longer than many tests; tests that go offline allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'headless',
      testIgnore: wholeBrowserSpecs,
      use: launchedFrom(await findHeadlessBrowser({ install: false })),
    },
    {
      name: 'chromium',
      testMatch: wholeBrowserSpecs,
      use: launchedFrom(await findBrowser({ install: false })),
    },
  ],
});
