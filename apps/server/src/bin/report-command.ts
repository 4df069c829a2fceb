import { instantOf } from '@foray/domain';
import { StartupFailure } from '@foray/embedded-postgres';
import type { Connection } from '../db/tables/schema.ts';
import { listReports, markDone, tableOfReports } from '../reports/reports.ts';

/** The arguments of `npm run reports`. */
export type ReportCommand =
  | { readonly kind: 'list'; readonly as: 'table' | 'json' }
  | { readonly kind: 'done'; readonly id: number };

/**
 * Reads the arguments of `npm run reports`.
 * @throws {StartupFailure} 'config': one sentence that lists the possible arguments.
 */
export function readCommand(args: readonly string[]): ReportCommand {
  const [first, second, ...rest] = args;
  if (rest.length === 0) {
    if (first === undefined) return { kind: 'list', as: 'table' };
    if (first === '--json' && second === undefined) return { kind: 'list', as: 'json' };
    if (first === '--done' && /^[1-9]\d{0,14}$/.test(second ?? '')) {
      return { kind: 'done', id: Number(second) };
    }
  }
  throw new StartupFailure(
    'config',
    'Reports are listed by npm run reports, as JSON with -- --json, and one is marked as handled with -- --done and its id.',
  );
}

/** Runs a command, and returns the text to print. */
export async function answerReports(
  db: Connection,
  command: ReportCommand,
  nowMs: number,
): Promise<string> {
  if (command.kind === 'done') {
    const { id } = command;
    if (await markDone(db, id, instantOf(nowMs))) return `Report ${id} is marked as handled.`;
    throw new StartupFailure('config', `There is no report ${id}.`);
  }
  const reports = await listReports(db);
  if (command.as === 'json') return JSON.stringify(reports, null, 2);
  return reports.length === 0 ? 'Nobody has reported anybody.' : tableOfReports(reports);
}
