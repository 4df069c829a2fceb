// @ts-check

/** The packages whose mutants are counted. */
export const packagesOfRules = ['domain', 'authority', 'sync'];

/** The one that Stryker and its tests run for, as `scripts/mutants.mjs` tells them. */
export const measuredPackage = process.env['FORAY_MUTANTS_OF'] ?? 'domain';
