import type { Connectivity, Scheduler } from '@foray/sync';

/** The pause before code that could not be fetched is requested again. */
const askAgainMs = 5000;

/** The ports that waiting for the network needs. */
interface NetworkPorts {
  readonly connectivity: Pick<Connectivity, 'subscribe'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
}

/**
 * Fetches code that the first screen does not need, once: `load` is an `import()`. If neither the network nor
 * the service worker has it, it is requested again when the network is back, and every 5 s, so the promise
 * never rejects.
 */
export function lateCode<T>(load: () => Promise<T>, ports: NetworkPorts): () => Promise<T> {
  let fetched: Promise<T> | null = null;
  const fetchCode = async (): Promise<T> => {
    for (;;) {
      try {
        return await load();
      } catch {
        await networkBack(ports);
      }
    }
  };
  return () => (fetched ??= fetchCode());
}

/** Resolves when the network is back, and after `withinMs` at the latest. */
export function networkBack(
  { connectivity, scheduler }: NetworkPorts,
  withinMs = askAgainMs,
): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      endWait();
      endConnectivity();
      resolve();
    };
    const endWait = scheduler.after(withinMs, goOn);
    const endConnectivity = connectivity.subscribe((isOnline) => void (isOnline && goOn()));
  });
}
