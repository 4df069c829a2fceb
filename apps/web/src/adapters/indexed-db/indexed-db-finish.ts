import type { StoreFailure } from '@foray/sync';
import type { IDBPTransaction } from 'idb';
import { identityOf, type ForayDatabase, type storeNames } from './indexed-db-schema.ts';

/** Carries an error of the caller's own work past the translation of database errors. */
export class WorkError extends Error {}

/**
 * Runs the work and waits for the transaction's end; a read resolves with its result. Fails as `closed` if
 * `identity` is no longer the store's name.
 */
export async function finish<T>(
  tx: IDBPTransaction<ForayDatabase, typeof storeNames, 'readonly' | 'readwrite'>,
  identity: string | null,
  work: () => Promise<T>,
): Promise<T> {
  // Handled from the start, so that an abort below never causes an unhandled rejection.
  const done = tx.done.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  let value: T;
  try {
    // The name is read first, so its answer comes first, and nothing waits for it. The work may throw before
    // it returns.
    [, value] = await Promise.all([requireIdentity(tx, identity), (async () => work())()]);
    if (tx.mode === 'readonly') return value;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The transaction has already ended, with the failure that is being passed on.
    }
    await done;
    // A violated constraint is the caller's bug; any other error is a failure of the database.
    if (error instanceof DOMException && error.name !== 'ConstraintError') throw error;
    throw new WorkError('work', { cause: error });
  }
  const ended = await done;
  if (ended) throw ended.error;
  return value;
}

async function requireIdentity(
  tx: IDBPTransaction<ForayDatabase, typeof storeNames, 'readonly' | 'readwrite'>,
  identity: string | null,
): Promise<void> {
  if (identityOf(await tx.objectStore('meta').get(['birth', 'store'])) === identity) return;
  throw new DOMException('another store has its name', 'InvalidStateError');
}

/** The store failure that corresponds to an error of the browser's database. */
export function failureOf(error: unknown, otherwise: 'unavailable' | 'broken'): StoreFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : 'unknown';
  const detail = error instanceof Error ? `${name}: ${error.message}` : name;
  if (name === 'QuotaExceededError') return { code: 'quota', detail };
  if (name === 'VersionError') return { code: 'newer', detail };
  if (name === 'InvalidStateError') return { code: 'closed', detail };
  return { code: otherwise, detail };
}
