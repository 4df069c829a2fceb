import { maxBackoffMs } from '@foray/domain';
import type { ClientPorts, EventsListener } from '../state/client-ports.ts';

/**
 * The interval at which a tab tries to become the listener, since the listening tab may have been closed.
 */
const askAgainMs = 30_000;
/** The pause after a connection was given up lasts at least half of this; then it doubles. */
const firstPauseMs = 20_000;

/**
 * Listens to the server's events for an account in one tab of the browser, the holder of a lock; other tabs
 * receive its pulls through their channel. A connection that was given up is opened again after a pause.
 * The pause doubles until a connection opens, and has jitter, so that the clients of a failed server do not
 * all return at once. A lost event only costs time: the timer's cycles pull the change. The returned
 * function stops it.
 */
export function listenToServer(
  ports: Pick<ClientPorts, 'ids' | 'locks' | 'scheduler' | 'openEvents'>,
  userId: number,
  { onNewer, onHeartbeat }: Pick<EventsListener, 'onNewer' | 'onHeartbeat'>,
): () => void {
  let release: (() => void) | null = null;
  let isOver = false;
  const listen = (): Promise<void> =>
    new Promise((resolve) => {
      if (isOver) return resolve();
      let failures = 0;
      let stop: () => void = () => undefined;
      const pause = (): number => {
        const steepMs = Math.min(maxBackoffMs, firstPauseMs * 2 ** Math.min(failures, 20));
        failures += 1;
        return steepMs * (0.5 + ports.ids.random() / 2);
      };
      const open = (): void => {
        stop = ports.openEvents({
          onOpen: () => void (failures = 0),
          onNewer,
          onHeartbeat,
          onEnd: () => {
            stop();
            stop = ports.scheduler.after(pause(), open);
          },
        });
      };
      release = () => {
        release = null;
        stop();
        resolve();
      };
      open();
    });
  const ask = (): void => {
    if (release === null) void ports.locks.ifFree(`foray-events-${userId}`, listen);
  };
  ask();
  const endAsking = ports.scheduler.every(askAgainMs, ask);
  return () => {
    isOver = true;
    endAsking();
    release?.();
  };
}
