import { onTestFinished } from 'vitest';

/** The event streams of a page, in place of the browser's, which reach no server here. */
export class ServerStreams {
  readonly #open = new Set<PageStream>();

  /**
   * Provides the page with this server's streams until the test ends; `answers` decides how a new stream is
   * received.
   */
  serve(answers: () => 'open' | 'refused' | 'unreachable'): void {
    const { EventSource: own } = window;
    const streams = this.#open;
    window.EventSource = class extends PageStream {
      constructor() {
        super(answers);
        streams.add(this);
      }
    } as unknown as typeof EventSource;
    Object.assign(window.EventSource, states);
    onTestFinished(() => {
      for (const stream of streams) stream.close();
      window.EventSource = own;
    });
  }

  /** Sends an event to every stream that is open. */
  send(type: string, data: unknown): void {
    for (const stream of this.#open) stream.receive(type, data);
  }

  /** Lets the streams that could not be opened try again, as a browser does by itself. */
  retry(): void {
    for (const stream of this.#open) stream.connect();
  }
}

const states = { CONNECTING: 0, OPEN: 1, CLOSED: 2 } as const;

class PageStream extends EventTarget {
  readyState: number = states.CONNECTING;
  readonly #answers: () => 'open' | 'refused' | 'unreachable';

  constructor(answers: () => 'open' | 'refused' | 'unreachable') {
    super();
    this.#answers = answers;
    queueMicrotask(() => this.connect());
  }

  connect(): void {
    if (this.readyState !== states.CONNECTING) return;
    const answer = this.#answers();
    if (answer === 'open') this.readyState = states.OPEN;
    if (answer === 'refused') this.close();
    this.dispatchEvent(new Event(answer === 'open' ? 'open' : 'error'));
  }

  receive(type: string, data: unknown): void {
    if (this.readyState !== states.OPEN) return;
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  close(): void {
    this.readyState = states.CLOSED;
  }
}
