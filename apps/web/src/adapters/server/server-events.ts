import { isHeartbeat, isNewer } from '@foray/contract';
import type { Heartbeat, Newer } from '@foray/contract';

/** Receives the server's events. */
interface Listener {
  /** A connection is open, for the first time or again. */
  onOpen(): void;
  /** `place` is where the feed is now; null if the node does not know it, or events may have been missed. */
  onNewer(place: Newer | null): void;
  onHeartbeat(heartbeat: Heartbeat): void;
  /** The browser gave up the connection. */
  onEnd(): void;
}

/**
 * Listens to the server's event stream, and reports an interruption, during which events may have been
 * missed. The returned function stops it. The browser reconnects by itself after a broken connection, after
 * the server's last `retry`; `onEnd` is called when it gives up, as after a 401 or a 503.
 */
export function openServerEvents({ onOpen, onNewer, onHeartbeat, onEnd }: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const source = new EventSource('/api/events');
  let hasOpened = false;
  source.addEventListener('open', () => {
    onOpen();
    if (hasOpened) onNewer(null);
    hasOpened = true;
  });
  source.addEventListener('newer', ({ data }: MessageEvent<string>) => {
    const place: unknown = JSON.parse(data);
    onNewer(isNewer(place) ? place : null);
  });
  source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => {
    const heartbeat: unknown = JSON.parse(data);
    if (isHeartbeat(heartbeat)) onHeartbeat(heartbeat);
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) onEnd();
  });
  return () => source.close();
}
