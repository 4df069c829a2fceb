/**
 * A value that `make` creates when it is first needed. A page's first formatter of dates takes longer than a
 * screen does to render, so none is created before a date is shown.
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
