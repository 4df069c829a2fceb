import { isHeartbeat, isNewer, type Heartbeat, type Newer } from '@foray/contract';
import { timers } from '../server/http-device.ts';
import type { HttpSite } from '../server/http-site.ts';

/** Receives the server's events. */
interface Listener {
  onNewer(place: Newer | null): void;
  onHeartbeat(heartbeat: Heartbeat): void;
}

/** The pause that the server asks for before it has sent any other. */
const firstRetryMs = 1_000;

/**
 * Listens to the server's event stream as a browser does: it connects again by itself, after the server's last
 * `retry`, and reports an interruption, during which events may have been missed. The returned function ends it.
 */
export function listenToEvents(site: HttpSite, listener: Listener): () => void {
  const end = new AbortController();
  let retryMs = firstRetryMs;
  let hasOpened = false;

  const connect = async (): Promise<void> => {
    const headers = { accept: 'text/event-stream' };
    const response = await site.fetch('/api/events', {
      method: 'GET',
      headers,
      signal: end.signal,
    });
    if (!response.ok || response.body === null) return;
    if (hasOpened) listener.onNewer(null);
    hasOpened = true;
    let rest = '';
    const texts = response.body.pipeThrough(new TextDecoderStream());
    for await (const text of texts) {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) receive(message);
    }
  };

  const receive = (message: string): void => {
    const fields = new Map(
      message.split('\n').map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      }),
    );
    const asked = Number(fields.get('retry'));
    if (asked > 0) retryMs = asked;
    const event = fields.get('event');
    if (event !== 'newer' && event !== 'heartbeat') return;
    const data: unknown = JSON.parse(fields.get('data') ?? '');
    if (event === 'newer') listener.onNewer(isNewer(data) ? data : null);
    else if (isHeartbeat(data)) listener.onHeartbeat(data);
  };

  const listen = (): void => {
    // Whether the stream was cut or refused, the listener connects again; the network has counted the
    // failure.
    const again = (): void => {
      if (!end.signal.aborted) timers.after(retryMs, listen);
    };
    void connect().then(again, again);
  };
  listen();
  return () => end.abort();
}
