/**
 * Thrown inside `Store.tx` to undo everything and run the function again, because something on which it
 * depends changed before the lock.
 */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}

/** Thrown by `Store.tryTx`, without effect: another transaction holds a needed lock, or changed its rows. */
export class ContendedError extends Error {
  override readonly name = 'Contended';
}

/** Thrown by a store that cannot be reached: the transaction may or may not have been committed. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}
