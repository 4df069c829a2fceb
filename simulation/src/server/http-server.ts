import { EpochChanged, type Authority, type Caller } from '@foray/authority';
import { csrfCookie, formatPosition, headerNames, parsePositions } from '@foray/contract';
import { isBatchAnswer, isChangesDelta } from '@foray/contract';
import { isContactsSyncAnswer, isErrorBody, isItemsDelta, isUserAnswer } from '@foray/contract';
import { deviceRoutes, isSelfCheck, isTrashList, pathOf, protocol } from '@foray/contract';
import type { ErrorCode } from '@foray/contract';
import { err, ok, type Person } from '@foray/domain';
import type { ListeningServer } from '@foray/server/testing';
import type { CallContext } from '@foray/sync';
import type { VirtualClock } from '../story/clock.ts';
import type { Profile } from '../story/profile.ts';
import { SimServer, type AreContacts, type HandledRequest } from './server.ts';

/** A refusal that came over HTTP. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The server went down before it could respond. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

type Cookies = Map<string, string>;

/** Shorter than the time during which an import counts after the sign-in, and so than a session lasts. */
const sessionMs = 29 * 24 * 3_600_000;

/**
 * The real application in place of the authority alone: every call goes over HTTP, with session, headers and
 * guards, and virtual time stops until it is answered. `store` is a copy of the committed data of the
 * database, taken after each batch, so that the watch checks real rows. A crash in the middle of a batch is a
 * batch of which only the beginning arrives, and no response. Entries that fail in the database are not
 * simulated here, nor backups, which `restores.server.test.ts` restores.
 */
export class HttpServer extends SimServer {
  override readonly checksCalls = true;
  /** Every operation that was called: a method and a path. */
  readonly asked = new Set<string>();
  readonly #clock: VirtualClock;
  readonly #server: ListeningServer;
  readonly #cookies = new Map<number, Cookies>();
  readonly #sessionEndsMs = new Map<number, number>();
  readonly #remote: Authority;
  #cut: { readonly when: 'before' | 'after'; commitsLeft: number } | null = null;
  #downUntilMs = 0;
  #people: readonly Person[] = [];
  #signIns = 0;

  constructor(clock: VirtualClock, server: ListeningServer) {
    super(clock);
    this.#clock = clock;
    this.#server = server;
    server.nowMs = () => clock.nowMs();
    this.#remote = {
      ...this.authority,
      delta: (caller, { type, since, limit }) => {
        const path = `/api/items?type=${type}&since=${since}&limit=${limit}`;
        return this.#read(caller, path, isItemsDelta);
      },
      changes: (caller, { since, limit }) =>
        this.#read(caller, `/api/changes?since=${since}&limit=${limit}`, isChangesDelta),
      pull: (caller, query) => {
        const path = pathOf('/api/pull', { query });
        return this.#read(caller, path, deviceRoutes.pullStreams[2]);
      },
      selfCheck: (caller) => this.#call(caller, 'GET', '/api/self-check', isSelfCheck),
      signIn: ({ phone, name }) => this.#signIn(phone, name),
      trash: (caller, { limit }) =>
        this.#call(caller, 'GET', `/api/trash?limit=${limit}`, isTrashList),
      markRead: async (caller, upTo) => {
        await this.#call(caller, 'POST', '/api/notifications/read', isAnything, { up_to: upTo });
        await this.#look();
      },
      putPrivateRows: async (caller, rows) => {
        await this.#call(caller, 'POST', '/api/private', isAnything, { rows });
        await this.#look();
        return ok(undefined);
      },
      importContacts: async (caller, numbers) => {
        const body = { contacts: numbers.map(({ typed }) => typed) };
        const path = '/api/contacts/sync';
        const answer = await this.#call(caller, 'POST', path, isContactsSyncAnswer, body);
        await this.#look();
        return answer;
      },
      rename: async (caller, name) => {
        const { user } = await this.#call(caller, 'PATCH', '/api/me', isUserAnswer, { name });
        await this.#look();
        return ok(user);
      },
      deleteAccount: async (caller) => {
        await this.#call(caller, 'DELETE', '/api/me', isAnything);
        await this.#look();
      },
      cleanUp: async () => {
        this.asked.add('clean-up');
        const done = await server.cleanUp();
        await this.#look();
        return done;
      },
      batch: async (caller, entries, _deadlineMs, pull) => {
        const arriving = this.#arriving(entries.length);
        const requests = entries.slice(0, arriving ?? entries.length);
        const answer =
          requests.length === 0
            ? null
            : await this.#call(caller, 'POST', '/api/batch', isBatchAnswer, {
                requests,
                ...(pull && { pull }),
              });
        await this.#look();
        if (arriving !== null || answer === null) throw new Unanswered();
        for (const result of answer.results) if (result.status === 500) this.bugs.push(result);
        this.passedDates.note(requests, answer);
        return answer;
      },
    };
  }

  override async settle(
    names: readonly string[],
    areContacts: AreContacts,
  ): Promise<readonly Person[]> {
    await this.#server.empty();
    const people: Person[] = [];
    for (const [index, name] of names.entries()) {
      people.push(await this.#signIn(`+1555200${String(index).padStart(4, '0')}`, name));
    }
    this.#people = people;
    for (const [index, { id }] of people.entries()) {
      const others = people.filter(
        (one, other) =>
          one.id !== id && areContacts(Math.min(index, other), Math.max(index, other)),
      );
      const body = { contacts: others.map(({ phone }) => phone.slice(1)) };
      await this.#call({ userId: id }, 'POST', '/api/contacts/sync', isContactsSyncAnswer, body);
    }
    await this.#look();
    return people;
  }

  /** A new session for a person; the former one is forgotten. */
  async #signIn(phone: string, name: string): Promise<Person> {
    // The name is unique, because several people may sign in at once.
    this.#signIns += 1;
    const nobody: Caller = { userId: -this.#signIns };
    const cookies: Cookies = new Map();
    this.#cookies.set(nobody.userId, cookies);
    await this.#call(nobody, 'GET', '/csrf-cookie', isAnything);
    const { user } = await this.#call(nobody, 'POST', '/api/login', isUserAnswer, { phone, name });
    this.#cookies.delete(nobody.userId);
    this.#cookies.set(user.id, cookies);
    this.#sessionEndsMs.set(user.id, this.#clock.nowMs() + sessionMs);
    return user;
  }

  /** After some weeks the person has signed in again. */
  async #cookiesOf(userId: number): Promise<Cookies> {
    const person = this.#people.find(({ id }) => id === userId);
    const isOver = this.#clock.nowMs() >= (this.#sessionEndsMs.get(userId) ?? Infinity);
    if (person !== undefined && isOver) await this.#signIn(person.phone, person.name);
    return this.#cookies.get(userId) ?? new Map<string, string>();
  }

  override planCrash(when: 'before' | 'after', commitsBefore: number): void {
    this.#cut = { when, commitsLeft: commitsBefore };
  }

  override crash(downMs: number): void {
    this.#cut = null;
    this.#downUntilMs = this.#clock.nowMs() + downMs;
  }

  /** The event stream is not simulated over HTTP. */
  override async heartbeat(): Promise<null> {
    return null;
  }

  override takeBackup(): void {}

  override restoreBackup(): void {}

  /** Nothing is restored here. */
  override isOfThisHistory({ user, isDamaged }: Profile): boolean {
    return !isDamaged && !this.hasEnded(user.id);
  }

  override endFaults(): void {
    this.#cut = null;
    this.#downUntilMs = 0;
  }

  override async handle<T>(work: (authority: Authority) => Promise<T>): Promise<HandledRequest<T>> {
    if (this.#clock.nowMs() < this.#downUntilMs) return { kind: 'down' };
    try {
      return { kind: 'done', value: await this.#clock.outside(work(this.#remote)) };
    } catch (error) {
      if (error instanceof Unanswered) return { kind: 'down' };
      // A caller of a server expects a refusal as a value.
      if (error instanceof Refused) return { kind: 'done', value: err(error.code) as T };
      throw error;
    }
  }

  /**
   * The number of requests of a batch that take effect before the crash planned in it; null if no crash is
   * planned.
   */
  #arriving(requests: number): number | null {
    if (this.#cut === null) return null;
    const { when, commitsLeft } = this.#cut;
    const arriving = when === 'before' ? commitsLeft : commitsLeft + 1;
    this.#cut.commitsLeft -= requests;
    if (arriving > requests) return null;
    this.crash(2000);
    return arriving;
  }

  /** Copies the committed data. */
  async #look(): Promise<void> {
    this.store.load(await this.#server.tables(), this.#server.epoch);
    this.commits += 1;
  }

  async #read<T>(caller: Caller, path: string, isExpected: (body: unknown) => body is T) {
    try {
      return ok(await this.#call(caller, 'GET', path, isExpected));
    } catch (error) {
      if (error instanceof EpochChanged) return err(error);
      throw error;
    }
  }

  /** One call on behalf of a session; the headers about the device's data come with the caller. */
  async #call<T>(
    caller: Caller & Partial<Pick<CallContext, 'actor'>>,
    method: string,
    path: string,
    isExpected: (body: unknown) => body is T,
    body?: unknown,
  ): Promise<T> {
    const { actor, epoch, positions = [] } = caller;
    this.asked.add(`${method} ${path.replace(/\?.*/, '')}`);
    const cookies = await this.#cookiesOf(caller.userId);
    const response = await fetch(this.#server.url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        [headerNames.csrf]: cookies.get(csrfCookie) ?? '',
        ...(actor !== undefined && {
          [headerNames.actor]: String(actor),
          [headerNames.protocol]: String(protocol),
        }),
        ...(epoch != null && { [headerNames.epoch]: epoch }),
        ...(positions.length > 0 && {
          [headerNames.position]: positions.map(formatPosition).join(),
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    const named = parsePositions(response.headers.get(headerNames.position) ?? '');
    const position = named.ok ? named.value[0] : undefined;
    if (!response.ok && isErrorBody(answer)) {
      const knownHead = Number(response.headers.get(headerNames.knownHead));
      if (answer.error.code === 'epoch_changed' && position !== undefined) {
        throw new EpochChanged(position, knownHead, null);
      }
      if (answer.error.code === 'internal') this.bugs.push(`${method} ${path} answered 500`);
      throw new Refused(answer.error.code);
    }
    if (!response.ok || !isExpected(answer)) {
      throw new Error(`${method} ${path} answered ${response.status} ${text.slice(0, 200)}`);
    }
    if (position !== undefined) caller.onPosition?.({ ...position, epoch: epoch ?? '' });
    return answer;
  }
}

function isAnything(body: unknown): body is unknown {
  return body !== undefined;
}
