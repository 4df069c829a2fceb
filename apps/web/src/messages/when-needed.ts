/**
 * A value that `make` creates when it is first needed. A page's first date formatter takes longer than
 * rendering a screen, so none is created before a date is shown.
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
