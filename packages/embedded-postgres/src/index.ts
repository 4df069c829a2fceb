/** A PostgreSQL that a Node program brings along: its binaries, its data folder and its process. */
export { attachEmbeddedPostgres } from './attached-postgres.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
export { reasonOf, StartupFailure } from './startup-failure.ts';
