// @ts-check

/**
 * The packages that are measured completely, and the share of their mutants that their own tests must notice,
 * including equivalent ones: the lower ends of the 95 % intervals of samples (decision 0139).
 */
export const requiredShares = new Map([
  ['domain', 0.83],
  ['authority', 0.72],
  ['sync', 0.77],
]);

/** The package that Stryker and its tests run for, as `scripts/mutants.mjs` tells them. */
export const measuredPackage = process.env['FORAY_MUTANTS_OF'] ?? 'domain';
