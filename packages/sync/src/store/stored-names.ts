/**
 * The names that rows have in local databases since the first release, by the names that the code uses.
 * Stored names never change, because each release opens the databases of all earlier ones.
 */
export const storedName = {
  /** The state of a request in Needs attention. */
  blocked: 'parked',
  /** The kind of a meta row with a change by the server that waits for a decision. */
  buffered: 'staged',
} as const;
