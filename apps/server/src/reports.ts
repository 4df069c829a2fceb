import { reasonOf, StartupFailure } from '@foray/embedded-postgres';
import { openDatabase } from './db/database.ts';
import { reachDatabase } from './reports/reach-database.ts';
import { readCommand, runCommand } from './reports/report-command.ts';

// `npm run reports`: lists what people have reported of others, beside a running server or without one.

const complain = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const { address, stop } = await reachDatabase(process.env, complain);
  const database = openDatabase({ address, maxConnections: 1 });
  try {
    const said = await runCommand(database.kysely, command, Date.now());
    process.stdout.write(`${said}\n`);
  } finally {
    await database.close();
    await stop();
  }
}

main().catch((error: unknown) => {
  complain(
    error instanceof StartupFailure
      ? error.message
      : `The reports cannot be read (${reasonOf(error)}): check DATABASE_URL, or start this version of Foray once.`,
  );
  process.exitCode = 1;
});
