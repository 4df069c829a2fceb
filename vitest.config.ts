import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArgs, findHeadlessBrowser } from './scripts/browser.mjs';

const executablePath = await findHeadlessBrowser({ install: false });

/**
 * How long a test waits for what it expects. A wait ends as soon as that is there, so the bound costs time only
 * where a test fails; a machine with other work needs most of it. The limits of whole tests are far above it.
 */
const pollMs = Number(process.env['FORAY_POLL_MS'] ?? 30_000);
const patience = { poll: { timeout: pollMs } };
const testTimeout = 180_000;
const setupFiles = 'scripts/fixed-draws.ts';

/** Tests that put other modules in the place of the app's, each in a page of its own. */
const replacesModules = 'apps/web/src/**/*.isolated.browser.test.tsx';

/** Tests with programs that are no part of the project; `npm run test:full` installs them where it can. */
const needsPackage = '{apps/server,simulation}/src/**/*.package.test.ts';

/** Tests stand beside what they prove; where one runs follows from its place and its name. */
export default defineConfig({
  test: {
    // The server's tests wait for other processes half of the time.
    maxWorkers: 4,
    // Generous too: the first page waits until all modules of the app are bundled. Only read here, for all projects.
    browser: { connectTimeout: 300_000 },
    projects: [
      {
        test: {
          name: 'units',
          expect: patience,
          // Modules here have no state of their own, so the files can share them.
          isolate: false,
          setupFiles,
          testTimeout,
          hookTimeout: testTimeout,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'simulation/src/**/*.test.ts',
            'e2e/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [
            '**/*.{browser,server,package}.test.{ts,tsx}',
            'packages/embedded-postgres/**',
            '**/node_modules/**',
          ],
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: 'apps/server/src/db/testing/global-setup.ts',
          expect: patience,
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/embedded-postgres/src/**/*.test.ts',
            'simulation/src/**/*.server.test.ts',
          ],
          exclude: [needsPackage],
          isolate: false,
          setupFiles,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'packages',
          include: [needsPackage],
          env: executablePath ? { FORAY_CHROMIUM: executablePath } : {},
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        plugins: [tailwindcss()],
        // Known beforehand, so that finding one does not reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@noble/hashes/sha2.js',
            '@tanstack/virtual-core',
            'chrono-node/en',
            'idb',
            'radix-ui/dialog',
            'radix-ui/internal',
            'radix-ui/toast',
            'react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
            'wouter/use-browser-location',
          ],
        },
        test: {
          name: 'browser',
          expect: patience,
          // The files share a page, since to load the app's modules takes longer than many a test.
          isolate: false,
          include: ['apps/web/src/**/*.browser.test.{ts,tsx}'],
          testTimeout,
          hookTimeout: testTimeout,
          // Every file has the styles, whichever comes first.
          setupFiles: [
            'apps/web/src/ui/base.css',
            'apps/web/src/ui/testing/complaints.ts',
            'apps/web/src/app-tests/testing/patient-toasts.ts',
          ],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A name is the whole name: a neighbour that contains it does not satisfy a test.
            locators: { exact: true },
            provider: playwright({
              // A press on what does not come ends with its reason, before the test's own limit.
              actionTimeout: pollMs,
              // Most tests ask what happens, not how it moves.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: browserArgs,
              },
            }),
            instances: [
              { browser: 'chromium', exclude: [replacesModules] },
              {
                browser: 'chromium',
                name: 'browser (isolated)',
                isolate: true,
                include: [replacesModules],
              },
            ],
          },
        },
      },
    ],
  },
});
