import type { ClientPorts } from './client-ports.ts';

/** A tab asks this often whether it may listen, since the one that does may be closed. */
const askAgainMs = 30_000;

/**
 * Listens to the server's news for an account in one tab of the browser, the one that holds a lock;
 * what it fetches reaches the others by their channel (sync.md, section 2). Losing news costs nothing
 * but time: the timer's runs find them. The returned function ends it.
 */
export function listenToServer(
  ports: Pick<ClientPorts, 'locks' | 'scheduler' | 'openEvents'>,
  userId: number,
  onNewer: () => void,
): () => void {
  let letGo: (() => void) | null = null;
  let isOver = false;
  const listen = (): Promise<void> =>
    new Promise((resolve) => {
      if (isOver) return resolve();
      const end = ports.openEvents(onNewer, () => letGo?.());
      letGo = () => {
        letGo = null;
        end();
        resolve();
      };
    });
  const ask = (): void => {
    if (letGo === null) void ports.locks.ifFree(`foray-events-${userId}`, listen);
  };
  ask();
  const endAsking = ports.scheduler.every(askAgainMs, ask);
  return () => {
    isOver = true;
    endAsking();
    letGo?.();
  };
}
