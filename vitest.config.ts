import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
import { browserArgs, findHeadlessBrowser } from './scripts/browser.mjs';

const executablePath = await findHeadlessBrowser({ install: false });

/**
 * How long a test waits for an expected state. A wait ends as soon as the state is reached, so the limit
 * costs time only when a test fails; a busy machine needs most of it. The limits of whole tests are far above
 * it.
 */
const pollMs = Number(process.env['FORAY_POLL_MS'] ?? 30_000);
const patience = { poll: { timeout: pollMs } };
const testTimeout = 180_000;
const setupFiles = 'scripts/fixed-draws.ts';

/** Tests whose title has this text do not run. */
const leftOut = process.env['LEAVE_OUT'];

/** Tests that replace modules of the app, each on a page of its own. */
const replacesModules = 'apps/web/src/**/*.isolated.browser.test.tsx';

/** Gives an instance of the browser its own isolation, which Vitest otherwise takes from the project. */
const isolation: Plugin = {
  name: 'isolation-of-instances',
  configureVitest({ project }) {
    project.config.browser.isolate = project.config.isolate;
  },
};

/** Tests with programs from outside the project; `npm run test:full` installs them if it can. */
const needsPackage = '{apps/server,simulation}/src/**/*.package.test.ts';

/** Tests are beside the code that they prove; the place and the name of a test decide where it runs. */
export default defineConfig({
  test: {
    // The server's tests spend half of their time waiting for other processes.
    maxWorkers: 4,
    ...(leftOut === undefined ? {} : { testNamePattern: new RegExp(`^(?!.*${leftOut})`) }),
    // Also generous: the first page waits until all modules of the app are bundled. Read only here, for all
    // projects.
    browser: { connectTimeout: 300_000 },
    projects: [
      {
        test: {
          name: 'units',
          globals: true,
          expect: patience,
          // Modules here have no state of their own, so the files can share them.
          isolate: false,
          setupFiles,
          testTimeout,
          hookTimeout: testTimeout,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/*.test.ts',
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
          globals: true,
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
          globals: true,
          include: [needsPackage],
          // They build this version and earlier releases in folders that they share.
          fileParallelism: false,
          env: executablePath ? { FORAY_CHROMIUM: executablePath } : {},
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        plugins: [tailwindcss(), isolation],
        // Declared in advance, so that discovering one does not reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@noble/hashes/sha2.js',
            '@tanstack/virtual-core',
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
          globals: true,
          expect: patience,
          // The files share a page, because loading the app's modules takes longer than many tests.
          isolate: false,
          include: ['apps/web/src/**/*.browser.test.{ts,tsx}'],
          testTimeout,
          hookTimeout: testTimeout,
          // Every file has the styles, whichever runs first.
          setupFiles: [
            'apps/web/src/ui/styles/base.css',
            'apps/web/src/ui/testing/plain-react.ts',
            'apps/web/src/ui/testing/complaints.ts',
            'apps/web/src/app-tests/testing/patient-toasts.ts',
          ],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Names match exactly: a neighbour whose name contains the expected one does not satisfy a test.
            locators: { exact: true },
            provider: playwright({
              // A press on an element that never appears fails with its reason, before the test's own limit.
              actionTimeout: pollMs,
              // Most tests check results, not motion.
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
