/**
 * A row that cannot be read: it is skipped everywhere, and everything else goes on. It stays where it is
 * until a row that can be read takes its place; then it is kept beside the others.
 */
export interface UnreadableRow {
  readonly store: 'items' | 'users' | 'contacts' | 'syncQueue' | 'notifications' | 'meta';
  /** The row's key as text, the same each time it is met. */
  readonly key: string;
}

/** An unreadable row with what is stored there, for a person to keep elsewhere. */
export interface UnreadableContent extends UnreadableRow {
  readonly content: unknown;
}
