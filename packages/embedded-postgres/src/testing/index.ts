/**
 * Support for tests with a PostgreSQL: throw-away servers, and the parts of a server that is stopped or
 * restored.
 */
export { prepareBinaries } from '../binaries.ts';
export type { Binaries } from '../binaries.ts';
export { clusterUser } from '../cluster.ts';
export { openDataFolder } from '../data-folder.ts';
export type { DataFolder } from '../data-folder.ts';
export { createDatabase } from '../embedded-postgres.ts';
export { readPostmasterFile, stopOrphan } from '../orphan.ts';
export { startPostmaster } from '../postmaster.ts';
export type { Postmaster } from '../postmaster.ts';
export { copyTestCluster, startTestPostgres } from './test-postgres.ts';
export { until, untilFound } from './until.ts';
