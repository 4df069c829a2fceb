/**
 * Calls `listener` whenever the size of the window has changed, until the returned function is called. The
 * change of a media query is not always reported then.
 */
export function watchWidth(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
