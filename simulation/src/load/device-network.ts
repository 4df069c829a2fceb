import { isErrorBody } from '@foray/contract';
import { TestConnectivity } from '@foray/sync/testing';
import type { Measurements } from './measurements.ts';

/** A request whose response has arrived at the device; bodies as they were sent. */
export interface Exchange {
  readonly operation: string;
  readonly status: number;
  readonly sent: unknown;
  readonly received: unknown;
}

/** The options of a network. */
interface NetworkOptions {
  /** Each phase has its own measurements. */
  readonly measurements: () => Measurements;
  readonly onExchange: (exchange: Exchange) => void;
}

/**
 * The network of one device: every call is measured, and the network can be cut, together with all calls in
 * flight.
 */
export class DeviceNetwork {
  readonly connectivity = new TestConnectivity();
  readonly #options: NetworkOptions;
  /** The calls in flight, including streams. */
  readonly #calls = new Set<AbortController>();
  #isCut = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** Ends the calls in flight without a response, whether the server has run them or not. */
  cut(): void {
    this.#isCut = true;
    for (const call of this.#calls) call.abort();
    this.connectivity.set(false);
  }

  restore(): void {
    this.#isCut = false;
    this.connectivity.set(true);
  }

  /** Like `fetch`. An event stream counts as answered once it is open. */
  readonly send = async (url: string, init: RequestInit): Promise<Response> => {
    const call = new AbortController();
    const giveUp = (): void => call.abort();
    if (this.#isCut || init.signal?.aborted) giveUp();
    init.signal?.addEventListener('abort', giveUp);
    this.#calls.add(call);
    const operation = operationOf(url, init.method);
    const startedMs = performance.now();
    let isOpen = false;
    const heard = (): void =>
      this.#options.measurements().answered(operation, performance.now() - startedMs);
    try {
      const response = await fetch(url, { ...init, signal: call.signal });
      const type = response.headers.get('content-type') ?? '';
      if (type.startsWith('text/event-stream')) {
        heard();
        // The stream can be cut for as long as it is open.
        isOpen = true;
        return response;
      }
      const text = await response.text();
      heard();
      this.#note(operation, response.status, init.body, text);
      // The body has been read: later readers get the text.
      return Object.assign(response, { text: () => Promise.resolve(text) });
    } catch (error) {
      if (!call.signal.aborted) this.#options.measurements().failed('no answer');
      throw error;
    } finally {
      if (!isOpen) {
        this.#calls.delete(call);
        init.signal?.removeEventListener('abort', giveUp);
      }
    }
  };

  #note(operation: string, status: number, body: unknown, text: string): void {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    const received = parsedOrNull(text);
    if (status >= 400) {
      const code = isErrorBody(received) ? received.error.code : 'no code';
      this.#options.measurements().failed(`${status} ${code}`);
    }
    this.#options.onExchange({ operation, status, sent, received });
  }
}

/** A method and a path, with placeholders for the parts that differ from call to call. */
function operationOf(url: string, method = 'GET'): string {
  const path = new URL(url).pathname.replaceAll(
    /\/(?:\d+|[\da-f]{8}-[\da-f-]{27})(?=\/|$)/g,
    '/:id',
  );
  return `${method} ${path}`;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
