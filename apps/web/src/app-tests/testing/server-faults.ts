/**
 * The ways in which a call fails without a decision of the server. status: something in front of the server
 * responds. dropped: the call does not reach it. lost: the connection breaks before the response. unanswered:
 * the call reaches it, but no response comes. hung: the call does not reach it, and no response comes. Both
 * end with a broken connection when the faults are cleared. held: the call reaches the server when the faults
 * are cleared. html: a captive portal's page, with 200.
 */
export type ServerFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
  | { readonly kind: 'dropped' | 'lost' | 'unanswered' | 'hung' | 'held' | 'html' };

/** The failures that every call has to survive, by the names that tests use. */
export const callFaults: readonly (readonly [name: string, fault: ServerFault])[] = [
  ['500', { kind: 'status', status: 500 }],
  ['dropped', { kind: 'dropped' }],
  ['lost', { kind: 'lost' }],
  ['html', { kind: 'html' }],
];

/** The calls that a fault affects: every call of the API unless the fields restrict it. */
interface Match {
  readonly method?: string;
  /** Matched against the path with its query. */
  readonly path?: RegExp;
  /** The number of calls, from the next one on; Infinity until `clear`. */
  readonly times?: number;
}

interface Plan {
  readonly fault: ServerFault;
  readonly match: Match;
  left: number;
  readonly meet: () => void;
}

type Work = () => Promise<Response>;

/** Produces the planned faults between a page and its server, and none by itself. */
export class ServerFaults {
  #plans: Plan[] = [];
  readonly #waiting = new Set<() => void>();

  /** Plans the fault for the next matching calls; `met` resolves with the first of them. */
  plan(fault: ServerFault, match: Match = {}): { readonly met: Promise<void> } {
    const met = new Promise<void>((meet) => {
      this.#plans.push({ fault, match, left: match.times ?? 1, meet });
    });
    return { met };
  }

  /** Ends every fault: hanging calls are cut off, and held ones continue. */
  clear(): void {
    this.#plans = [];
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** Whether a fault affects calls of this kind now; asking does not count as a call. */
  has(method: string, path: string): boolean {
    return this.#find(method, path) !== undefined;
  }

  /** Answers a call by `work`, or by the fault planned for it. */
  async pass(method: string, path: string, body: unknown, work: Work): Promise<Response> {
    const plan = this.#find(method, path);
    if (plan === undefined) return work();
    plan.left -= 1;
    if (plan.left <= 0) this.#plans = this.#plans.filter((each) => each !== plan);
    plan.meet();
    return this.#make(plan.fault, body, work);
  }

  async #make(fault: ServerFault, sent: unknown, work: Work): Promise<Response> {
    switch (fault.kind) {
      case 'status': {
        const { status, body = {} } = fault;
        return Response.json(typeof body === 'function' ? body(sent) : body, { status });
      }
      case 'html':
        return new Response('<p>Sign in to the network.</p>', {
          headers: { 'content-type': 'text/html' },
        });
      case 'held':
        await new Promise<void>((go) => this.#waiting.add(go));
        return work();
      case 'unanswered':
        await work();
        await new Promise<void>((go) => this.#waiting.add(go));
        break;
      case 'hung':
        await new Promise<void>((go) => this.#waiting.add(go));
        break;
      case 'lost':
        await work();
        break;
      case 'dropped':
    }
    throw new TypeError('Failed to fetch');
  }

  #find(method: string, path: string): Plan | undefined {
    return this.#plans.find(
      ({ match }) =>
        (match.method ?? method) === method && (match.path ?? /^\/(api\/|csrf)/).test(path),
    );
  }
}
