import { defineConfig } from 'vitest/config';
import { measuredPackage } from './packages-of-rules.mjs';

/** The unit tests of the package whose mutants are counted. */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 30_000,
    include: [`packages/${measuredPackage}/src/**/*.test.ts`],
  },
});
