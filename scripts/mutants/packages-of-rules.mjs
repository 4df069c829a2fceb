// @ts-check

/**
 * The packages that are measured whole, and the share of their mutants that their own tests must notice,
 * equivalent ones included: 0 until it has been measured.
 */
export const requiredShares = new Map([
  ['domain', 0],
  ['authority', 0],
  ['sync', 0],
]);

/** The package that Stryker and its tests run for, as `scripts/mutants.mjs` tells them. */
export const measuredPackage = process.env['FORAY_MUTANTS_OF'] ?? 'domain';
