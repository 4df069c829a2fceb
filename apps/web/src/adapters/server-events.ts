/** What hears of the server's news. */
interface Listener {
  /** A connection stands, for the first time or again. */
  onOpen(): void;
  onNewer(): void;
  /** The browser gave the connection up. */
  onEnd(): void;
}

/**
 * Listens to the server's "something newer" (sync.md, section 2), also after an interruption, when
 * something may have been missed. The returned function ends it. The browser connects again by itself
 * after a broken connection, when the server's last `retry` says; `onEnd` tells that it gave up, as
 * after a 401 or a 503.
 */
export function openServerEvents({ onOpen, onNewer, onEnd }: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const source = new EventSource('/api/events');
  let hasOpened = false;
  source.addEventListener('open', () => {
    onOpen();
    if (hasOpened) onNewer();
    hasOpened = true;
  });
  source.addEventListener('newer', onNewer);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) onEnd();
  });
  return () => source.close();
}
