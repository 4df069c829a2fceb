import { StoreUnavailable } from '@foray/authority';
import pg from 'pg';

/** Two transactions collided. Neither caller notices, because the loser runs again. */
const conflictStates: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '23505', // unique_violation: both inserted a row that neither had found
]);

/**
 * SQLSTATEs, or classes of them by their first two characters, in which the database cannot answer now but
 * may later, with the reason (decision 0082). Some may concern one request only, such as a time limit:
 * devices see progress by other data that arrives meanwhile (decision 0090).
 */
export const awayStates: Readonly<Record<string, string>> = {
  '08': 'the connection broke, or another database took it over',
  '0A000': 'a statement was prepared for tables that have been made again with other columns',
  '25006': 'it is a standby, or takes no writes at present',
  '25P03': 'a transaction waited too long for its next statement',
  '26000': 'a statement was prepared in a session that is not the one of this connection any more',
  '28': 'it accepts no connection, or not this user, as while an operator works on it',
  '3D000': 'another database is about to take its place',
  '3F000': 'its schema is being made again',
  '42501': 'its tables are being made again, and rights to them are given last',
  '42703': 'its tables are those of an older release, until a node starts and migrates them',
  '42P01': 'its tables are being made again',
  '42P10': 'its rows have been loaded, and the keys over them come later',
  '53': 'it is out of connections, memory or room',
  '55': 'it takes no connections at present, or a part of it is locked or not yet filled',
  '57': 'an operator or a time limit ended the statement, the session or the server',
  '58': 'the machine does not give it its files',
  XX001: 'a page of its files is damaged',
};

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

/** The messages of pg for a broken connection, which has no error code. */
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Cannot use a pool after calling end)/;

/**
 * The meaning of a database error: 'conflict' (run the transaction again), 'away' (it cannot answer; the
 * transaction may or may not have been committed) or 'bug' (everything else).
 */
export function databaseFailure(error: unknown): 'conflict' | 'away' | 'bug' {
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    if (conflictStates.has(state)) return 'conflict';
    return awayReason(state) === null ? 'bug' : 'away';
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

/** Why the database cannot answer now, by the SQLSTATE of its error; null for any other state. */
function awayReason(state: string): string | null {
  return awayStates[state] ?? awayStates[state.slice(0, 2)] ?? null;
}

/**
 * The fields of a log line about an unavailable database: codes and our own words, nothing quoted by the
 * database.
 */
export function awayFields(error: unknown): Record<string, unknown> {
  if (error instanceof StoreUnavailable) {
    return error.cause === undefined ? { reason: error.message } : awayFields(error.cause);
  }
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return { state: code, reason: awayReason(code) };
  }
  if (!(error instanceof Error)) return {};
  const { code, message } = error as NodeJS.ErrnoException;
  return { state: code, reason: message };
}

/** Whether the database refused the login, which waiting seldom changes. */
export function isLoginRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('28') === true;
}
