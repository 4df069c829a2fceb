import { fileURLToPath } from 'node:url';
import { measuredPackage } from './packages-of-rules.mjs';

const sources = `packages/${measuredPackage}/src/**`;

/** The options of Stryker; the paths are relative to the root. */
export default {
  mutate: [
    `${sources}/*.ts`,
    `!${sources}/*.test.ts`,
    `!${sources}/testing/**`,
    `!${sources}/index.ts`,
  ],
  plugins: [
    '@stryker-mutator/vitest-runner',
    fileURLToPath(new URL('ignored.mjs', import.meta.url)),
  ],
  ignorers: ['ignored-kinds'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Stryker's checker does not support TypeScript 7, and nothing else in Stryker needs the file.
  tsconfigFile: 'none.json',
  disableTypeChecks: `${sources}/*.ts`,
  inPlace: true,
  concurrency: 2,
  incremental: true,
  incrementalFile: 'mutants.json',
  reporters: ['progress', 'json'],
  // `score.mjs` decides whether the score is enough.
  thresholds: { high: 100, low: 0, break: null },
  timeoutMS: 8_000,
};
