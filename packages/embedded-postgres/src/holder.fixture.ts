import { startEmbeddedPostgres } from './embedded-postgres.ts';

// A process that holds an embedded PostgreSQL, for tests that kill it. It prints one line of JSON when it is
// ready, and stops cleanly on a signal.
const [dataDir = '', packageFolder] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(packageFolder === undefined ? {} : { packageFolder }),
  });
  const stop = (): void => void postgres.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.stdout.write(`${JSON.stringify(postgres.connection)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
