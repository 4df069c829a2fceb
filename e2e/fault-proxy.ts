import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';

/**
 * How a request fails or is delayed. status: answered by the proxy; it never reaches the server. html: the
 * same with a page and 200, as a captive portal does. dropped: the connection breaks before the server. lost:
 * it breaks after the server has answered. hung: nothing comes, and nothing reaches the server; `clear`
 * breaks the connection. held: it reaches the server when the faults are cleared. delayed: it reaches the
 * server later, and so perhaps after other requests. truncated: half of the response, then the connection
 * breaks. stalled: half of the response, then nothing; `clear` breaks the connection. duplicated: the server
 * gets it twice at once; the first response is passed on.
 */
export type ProxyFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      /** A function computes it from the request's body. */
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'delayed'; readonly delayMs: number }
  | {
      readonly kind:
        | 'dropped'
        | 'lost'
        | 'hung'
        | 'held'
        | 'html'
        | 'truncated'
        | 'stalled'
        | 'duplicated';
    };

/** The requests that a fault applies to: all of the API unless stated otherwise. */
export interface Match {
  readonly method?: string;
  /** Matched against the path with its query. */
  readonly path?: RegExp;
  /** The number of requests, from the next one on; Infinity until `clear`. */
  readonly times?: number;
}

/** A fault that waits for its requests. */
export interface PlannedFault {
  /** Resolves when the fault has affected a request. */
  readonly met: Promise<void>;
}

/** A proxy before a test's server that causes the planned faults, and no others. */
export interface FaultProxy {
  /** Its address; except for the faults, it behaves like the server. */
  readonly url: string;
  /** Plans the fault for the next matching requests; faults apply in the order in which they were planned. */
  plan(fault: ProxyFault, match?: Match): PlannedFault;
  /** Calls back as a request arrives, before it is processed, until the returned function is called. */
  onRequest(listener: (method: string, path: string) => void): () => void;
  /** Ends all faults: hanging requests are cut off, held ones continue. */
  clear(): void;
  /** Cuts off all connections and closes the port. */
  stop(): Promise<void>;
}

interface Plan {
  readonly fault: ProxyFault;
  readonly match: Match;
  left: number;
  readonly meet: () => void;
}

/** A request on its way through the proxy, and the server that it is for. */
interface Exchange {
  readonly target: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests that wait until the faults are cleared. */
interface StuckRequests {
  /** Responses that are then cut off. */
  readonly hanging: Set<ServerResponse>;
  /** Let requests continue. */
  readonly held: Set<() => void>;
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a proxy on a free port of this machine, in front of the server at `target`. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const plans: Plan[] = [];
  const stuck: StuckRequests = { hanging: new Set(), held: new Set() };
  const listeners = new Set<(method: string, path: string) => void>();

  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    for (const listener of listeners) listener(method, url);
    const plan = plans.find((one) => isMatch(one.match, method, url));
    if (plan !== undefined) {
      plan.left -= 1;
      if (plan.left <= 0) plans.splice(plans.indexOf(plan), 1);
    }
    // A broken connection on one side breaks the connection on the other.
    causeFault(plan?.fault, { target, request, response }, stuck).catch(() => response.destroy());
    plan?.meet();
  });
  // By default idle connections end after 5 s, even at the moment when a client sends on one.
  server.keepAliveTimeout = 0;

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });

  function clear(): void {
    plans.length = 0;
    for (const response of stuck.hanging) response.destroy();
    for (const goOn of stuck.held) goOn();
    stuck.held.clear();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    plan(fault, match = {}) {
      const met = new Promise<void>((resolve) => {
        plans.push({ fault, match, left: match.times ?? 1, meet: resolve });
      });
      return { met };
    },
    onRequest(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear,
    async stop() {
      clear();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers a request with the fault, or as the server does without one. */
async function causeFault(
  fault: ProxyFault | undefined,
  { target, request, response }: Exchange,
  { hanging, held }: StuckRequests,
): Promise<void> {
  if (fault?.kind === 'hung' || fault?.kind === 'stalled') {
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
  }
  const sent = await bodyOf(request);
  switch (fault?.kind) {
    case undefined:
      return pass(target, request, sent, response);
    case 'status': {
      const { status, body, headers } = fault;
      const payload = typeof body === 'function' ? body(JSON.parse(sent.toString())) : body;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(payload === undefined ? '' : JSON.stringify(payload));
      return;
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Welcome</title><p>Accept the terms to go on.');
      return;
    case 'dropped':
      response.destroy();
      return;
    case 'hung':
      return;
    case 'held':
      await new Promise<void>((resolve) => held.add(resolve));
      return pass(target, request, sent, response);
    case 'delayed':
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      return pass(target, request, sent, response);
    case 'lost':
      await fetchAnswer(target, request, sent);
      response.destroy();
      return;
    case 'truncated':
    case 'stalled': {
      const answer = await fetchAnswer(target, request, sent);
      response.writeHead(answer.status, lengthened(answer));
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => {
        if (fault.kind === 'truncated') response.destroy();
      });
      return;
    }
    case 'duplicated': {
      const [answer] = await Promise.all([
        fetchAnswer(target, request, sent),
        fetchAnswer(target, request, sent),
      ]);
      response.writeHead(answer.status, lengthened(answer));
      response.end(answer.body);
      return;
    }
  }
}

/** The headers of an answer that was read as a whole. */
function lengthened({ headers, body }: Answer): OutgoingHttpHeaders {
  return { ...headers, 'content-length': body.length };
}

function isMatch(match: Match, method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false;
  return (match.path ?? /^\/api\//).test(path);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Forwards a request, and streams its answer back, even an event stream. */
async function pass(
  target: string,
  request: IncomingMessage,
  sent: Buffer,
  response: ServerResponse,
): Promise<void> {
  const answer = await forward(target, request, sent, response);
  response.writeHead(answer.statusCode ?? 502, headersOf(answer));
  answer.once('error', () => response.destroy());
  answer.once('aborted', () => response.destroy());
  answer.pipe(response);
}

async function fetchAnswer(
  target: string,
  request: IncomingMessage,
  sent: Buffer,
): Promise<Answer> {
  const answer = await forward(target, request, sent, null);
  const body = await bodyOf(answer);
  return { status: answer.statusCode ?? 502, headers: headersOf(answer), body };
}

/**
 * Sends the same request to the server; if `response` closes before it has ended, the server sees that too.
 */
function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  sent: Buffer,
  response: ServerResponse | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // No connection is kept, so that none remains from before the server was killed.
    const asking = ask(new URL(url ?? '/', target), { method, headers, agent: false }, resolve);
    asking.once('error', reject);
    response?.once('close', () => asking.destroy());
    asking.end(sent);
  });
}

function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _connection, 'transfer-encoding': _encoding, ...rest } = headers;
  return rest;
}
