/** Points where a test can wait, fail or end a transaction of the memory store. */
export interface MemoryHooks {
  /**
   * Called before each primitive, with its name, as a scheduler's yield. A rejection rejects the primitive.
   */
  readonly beforePrimitive?: (name: string) => Promise<void>;
  /** Called before the writes become visible. Throwing undoes the transaction: a crash before commit. */
  readonly beforeCommit?: () => void;
  /** Called once for each change of a shared transaction, when its writes are visible. */
  readonly afterPart?: () => void;
  /** Called after the commit. Throwing rejects `tx` although everything is stored: a crash after commit. */
  readonly afterCommit?: () => void;
  /** Also keeps log entries outside campaigns that nobody can read, for a test that watches everything. */
  readonly logsEverything?: boolean;
}
