/**
 * What `make` gives, made when it is first asked for. A page's first formatter of dates takes longer than a
 * screen does to render, so none is made before something shows a date.
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
