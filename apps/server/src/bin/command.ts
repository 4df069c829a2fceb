import { StartupFailure, reasonOf } from '@foray/embedded-postgres';
import { openDatabase } from '../db/pool/database.ts';
import type { Database } from '../db/pool/database.ts';
import { DatabaseTooNewError } from '../db/upkeep/migrate.ts';
import { reachDatabase } from './reach-database.ts';
import type { ReachedDatabase } from './reach-database.ts';

/** The database, data folder and environment of a command. */
export interface CommandScene {
  readonly database: Database;
  readonly folder: ReachedDatabase['folder'];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Does the work, and returns the text to print; `beside` is for standard error, because standard output has
 * the result.
 */
export type CommandWork = (scene: CommandScene) => Promise<string | { readonly beside: string }>;

/**
 * Runs a command, with or without a running server: prints the result, or one sentence on standard error
 * with exit code 1. `fails` begins that sentence if the reason comes from elsewhere. Arguments that
 * `prepare` rejects are refused before anything is contacted or created.
 */
export async function runCommand(
  fails: string,
  prepare: (args: readonly string[]) => CommandWork | Promise<CommandWork>,
  options: { readonly mayMake?: boolean; readonly connections?: number } = {},
): Promise<void> {
  const complain = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    const work = await prepare(process.argv.slice(2));
    const { env } = process;
    const { address, folder, stop } = await reachDatabase(env, complain, options);
    const database = openDatabase({
      address,
      isDirect: true,
      maxConnections: options.connections ?? 1,
    });
    try {
      const said = await work({ database, folder, env });
      if (typeof said === 'string') process.stdout.write(`${said}\n`);
      else complain(said.beside);
    } finally {
      await database.close();
      await stop();
    }
  } catch (error) {
    complain(
      error instanceof StartupFailure || error instanceof DatabaseTooNewError
        ? error.message
        : `${fails} (${reasonOf(error)}): check DATABASE_URL, or start this version of Foray once.`,
    );
    process.exitCode = 1;
  }
}
