import { defineConfig } from 'vitest/config';

/** The unit tests of the packages whose mutants are counted, and of nothing that needs a server or a browser. */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 30_000,
    include: ['packages/{domain,sync,authority}/src/**/*.test.ts'],
  },
});
