/**
 * Listens to the server's "something newer" (sync.md, section 2), also after an interruption, when
 * something may have been missed. The returned function ends it. The browser connects again by itself
 * after a broken connection; `onEnd` tells that it gave up, as after a 401.
 */
export function openServerEvents(onNewer: () => void, onEnd: () => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const source = new EventSource('/api/events');
  let hasOpened = false;
  source.addEventListener('open', () => {
    if (hasOpened) onNewer();
    hasOpened = true;
  });
  source.addEventListener('newer', onNewer);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) onEnd();
  });
  return () => source.close();
}
