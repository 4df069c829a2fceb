/**
 * Names that rows carry in local databases since the first release, by the names that the code uses. What
 * is stored never changes its name, because databases of every release are opened by the next.
 */
export const storedName = {
  /** The state of a request in Needs attention. */
  blocked: 'parked',
  /** The kind of a meta row with a change of the server that waits for a decision. */
  buffered: 'staged',
} as const;
