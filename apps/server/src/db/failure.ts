import pg from 'pg';

/** Two transactions met in a way that neither should be told of: the loser runs again. */
const conflictStates: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '23505', // unique_violation: both inserted what was not there when they looked
]);

/** The server ends, starts, is out of room, or gave up on a statement (57014). */
const awayStates: ReadonlySet<string> = new Set([
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
]);

const brokenSocket: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The messages of pg for a connection that broke; it gives them no code. */
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Cannot use a pool after calling end)/;

/**
 * What an error of the database means: 'conflict' (run the transaction again), 'away' (it cannot
 * answer; what ran may or may not have been committed) or 'bug' (everything else).
 */
export function databaseFailure(error: unknown): 'conflict' | 'away' | 'bug' {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    if (conflictStates.has(state)) return 'conflict';
    return awayStates.has(state) || state.startsWith('08') ? 'away' : 'bug';
  }
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((one) => databaseFailure(one) === 'away')
      ? 'away'
      : 'bug';
  }
  if (!(error instanceof Error)) return 'bug';
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && brokenSocket.has(code)) return 'away';
  return brokenConnection.test(error.message) ? 'away' : 'bug';
}
