import type { Person } from '@foray/domain';
import type { CallContext, CancelSignal, LoginCredentials, Reply } from '@foray/sync';

/**
 * How a call fails. lost: the server processes it, but its response is lost. unreachable: it does not reach the
 * server. hangs: the server processes it, but never responds.
 */
type CallFault = 'lost' | 'unreachable' | 'hangs';

type CallName = 'me' | 'login' | 'logout' | 'deleteAccount';

const noHeaders = { serverNow: null, position: null } as const;

/** An answer in the form of the transport. */
export function answer<T>(body: T): Reply<T> {
  return { kind: 'answer', status: 200, body, ...noHeaders };
}

/** A refusal in the form of the transport. */
export function refusal(status: number, code: string): Reply<never> {
  const rest = { ...noHeaders, knownHead: null, retryAfterMs: null };
  return { kind: 'refusal', status, error: { code, message: code } as never, ...rest };
}

/** A server that knows some people, and the cookie of one browser, which determines the user of its session. */
export class TestSessions {
  cookie: Person | null;
  /** All people with an account, found by phone number. */
  people: readonly Person[];
  readonly faults: Partial<Record<CallName, CallFault>> = {};
  /** The requests that reached the server, with the user of the session at that time. */
  readonly requests: string[] = [];
  /** The calls that hung and were cancelled. */
  readonly givenUp: string[] = [];

  constructor(cookie: Person | null, people: readonly Person[]) {
    this.cookie = cookie;
    this.people = people;
  }

  readonly me = () => this.#call('me', undefined, () => this.#user());

  readonly login = ({ phone }: LoginCredentials, signal?: CancelSignal) =>
    this.#call('login', signal, () => {
      const user = this.people.find((one) => one.phone === phone);
      if (user === undefined) return refusal(422, 'invalid');
      this.cookie = user;
      return answer({ user });
    });

  readonly logout = (signal?: CancelSignal) =>
    this.#call('logout', signal, () => {
      if (this.cookie === null) return refusal(401, 'unauthenticated');
      this.cookie = null;
      return answer(null);
    });

  readonly deleteAccount = ({ actor, signal }: CallContext) =>
    this.#call('deleteAccount', signal, () => {
      if (this.cookie?.id !== actor) return this.#refuse(actor);
      this.people = this.people.filter(({ id }) => id !== actor);
      this.cookie = null;
      return answer(null);
    });

  /** Any other call in the name of a user. */
  readonly other = async ({ actor }: CallContext): Promise<Reply<never>> => this.#refuse(actor);

  #refuse(actor: number): Reply<never> {
    if (this.cookie === null) return refusal(401, 'unauthenticated');
    if (this.cookie.id !== actor) return refusal(409, 'wrong_actor');
    return { kind: 'noAnswer', why: 'network' };
  }

  #user(): Reply<{ readonly user: Person }> {
    const user = this.cookie;
    return user === null ? refusal(401, 'unauthenticated') : answer({ user });
  }

  async #call<T>(
    name: CallName,
    signal: CancelSignal | undefined,
    work: () => Reply<T>,
  ): Promise<Reply<T>> {
    const fault = this.faults[name];
    const unanswered = { kind: 'noAnswer', why: 'network' } as const;
    if (signal?.aborted || fault === 'unreachable') return unanswered;
    this.requests.push(this.cookie === null ? name : `${name} as ${this.cookie.name}`);
    const reply = work();
    if (fault === undefined) return reply;
    if (fault === 'lost') return unanswered;
    return new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        this.givenUp.push(name);
        resolve(unanswered);
      });
    });
  }
}
