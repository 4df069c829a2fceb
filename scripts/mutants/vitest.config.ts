import { defineConfig } from 'vitest/config';
import { measuredPackage } from './packages-of-rules.mjs';
import { QuickestFirst } from './quickest-first.ts';

/**
 * Tests that take seconds and cover most of their package, so that they would run for nearly every mutant.
 */
const longTests = ['feed', 'deferred-request', 'permanent-fault', 'damaged-store'];

/** The unit tests of the package whose mutants are counted, except the long ones. */
export default defineConfig({
  test: {
    globals: true,
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    // Some mutants make a test wait forever.
    testTimeout: 30_000,
    include: [`packages/${measuredPackage}/src/**/*.test.ts`],
    exclude: [
      '**/testing/**',
      '**/long-*.test.ts',
      ...longTests.map((name) => `**/${name}.test.ts`),
    ],
    setupFiles: ['scripts/mutants/first-failure.ts'],
  },
});
