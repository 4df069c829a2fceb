import { defineConfig } from 'vitest/config';
import { measuredPackage } from './packages-of-rules.mjs';

/**
 * The unit tests of the package whose mutants are counted. Tests of drawn commands are left out: each covers
 * nearly all of its package, and would run for nearly all mutants.
 */
export default defineConfig({
  test: {
    isolate: false,
    // Some mutants leave a test waiting for ever.
    testTimeout: 8_000,
    include: [`packages/${measuredPackage}/src/**/*.test.ts`],
    exclude: ['**/testing/**', '**/feed.test.ts', '**/convergence.test.ts'],
    setupFiles: ['scripts/mutants/first-failure.ts'],
  },
});
