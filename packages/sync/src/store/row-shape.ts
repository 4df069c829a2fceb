/** Ends a read that found a row of a newer app; every LocalStore returns it as the failure `newer`. */
export class NewerRow extends Error {
  constructor() {
    super('a row of a newer app');
  }
}

/** A format further ahead counts as damage. */
const mostAhead = 1000;

/**
 * Whether a stored row has a format that only an app newer than `known` knows. A row that names no format has
 * the first.
 */
export function isOfNewerShape(row: unknown, known: number): boolean {
  const { shape } = (row ?? {}) as { readonly shape?: unknown };
  return Number.isInteger(shape) && Number(shape) > known && Number(shape) <= known + mostAhead;
}

/** Throws `NewerRow` for a row that this app neither shows nor sends. */
export function requireKnownShape(row: unknown, known: number): void {
  if (isOfNewerShape(row, known)) throw new NewerRow();
}
