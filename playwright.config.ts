import { defineConfig } from '@playwright/test';
import { browserArgs, findHeadlessBrowser } from './scripts/browser.mjs';

const executablePath = await findHeadlessBrowser({ install: false });

/** Real Chromium against real servers, each started by its own test; nothing is retried. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  // Generous, for machines with other work: a wait ends as soon as what it waits for is there.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // A trace of every test takes a fifth of the machine; `--trace on` makes one of what failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Most tests ask what happens, not how it moves; the journey is made with motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArgs,
    },
  },
});
