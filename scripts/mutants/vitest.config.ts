import { defineConfig } from 'vitest/config';
import { measuredPackage } from './packages-of-rules.mjs';

/** The unit tests of the package whose mutants are counted; what stands in `testing` is not mutated. */
export default defineConfig({
  test: {
    isolate: false,
    // Some mutants leave a test waiting for ever.
    testTimeout: 8_000,
    include: [`packages/${measuredPackage}/src/**/*.test.ts`],
    exclude: ['**/testing/**'],
    setupFiles: ['scripts/mutants/first-failure.ts'],
  },
});
