import type { Connectivity, Scheduler } from '@foray/sync';
import { Observable } from './observable.ts';

/** The pause before code that could not be fetched is requested again. */
const askAgainMs = 5000;

/** The ports needed for waiting for the network. */
interface NetworkPorts {
  readonly connectivity: Pick<Connectivity, 'subscribe'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
}

/** Code in a separate file, fetched once it is needed. */
export interface LazyCode<Code> {
  /** The code; null until it has loaded. */
  readonly loaded: Observable<Code | null>;
  /** Fetches the code once. If that fails, the next call tries again. */
  readonly load: () => Promise<Code>;
  /** Whether `load` never rejects, because it waits for the network. */
  readonly isPatient: boolean;
}

/**
 * Code that `load`, an `import()`, fetches. With `untilRetry`, code that neither the network nor the
 * service worker has is requested again each time that this resolves.
 */
export function lazyCode<Code>(
  load: () => Promise<Code>,
  untilRetry?: () => Promise<void>,
): LazyCode<Code> {
  const loaded = new Observable<Code | null>(null);
  let loading: Promise<Code> | null = null;
  const fetchCode = async (): Promise<Code> => {
    try {
      const code = await load();
      loaded.set(code);
      return code;
    } catch (error) {
      if (untilRetry !== undefined) return untilRetry().then(fetchCode);
      loading = null;
      throw error;
    }
  };
  return {
    loaded,
    load: () => (loading ??= fetchCode()),
    isPatient: untilRetry !== undefined,
  };
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

/** Methods whose code may not be loaded yet: each returns a promise. */
type LazyMethods<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/**
 * The methods of `early`, which are available at once, and those that `load` loads: a call of such a method
 * waits for the code. `early` takes precedence if both have a name.
 */
export function lazyMethods<Early extends object, Late extends object>(
  early: Early,
  load: () => Promise<Late>,
): Early & LazyMethods<Late> {
  const methods = new Map<PropertyKey, unknown>(Object.entries(early));
  return new Proxy(early, {
    get(_, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const method = async (...args: readonly unknown[]): Promise<unknown> => {
        const late = await load();
        return (late[name as keyof Late] as (...args: readonly unknown[]) => unknown)(...args);
      };
      // The same function each time, as with a plain object.
      methods.set(name, method);
      return method;
    },
  }) as Early & LazyMethods<Late>;
}
