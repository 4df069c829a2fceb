/**
 * A row that cannot be read: it is skipped everywhere without affecting other rows. It stays in place until
 * a readable row replaces it; then it is kept beside the others.
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
