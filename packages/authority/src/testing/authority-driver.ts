import { filledRequest, valuesIn, type DrivenAnswer, type DrivenRequest } from '@foray/model';
import type { Driver, StoredTables, WideStep } from '@foray/model';
import { formatEtag, routes, wireError, type OperationId } from '@foray/contract';
import { instantOf } from '@foray/domain';
import { type Authority, createAuthority } from '../authority.ts';
import { AccountEnded, EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { standardLimits } from '../store/authority-limits.ts';
import type { Caller } from '../store/request.ts';
import type { Store } from '../store/store.ts';
import { makeMutual } from './mutual.ts';
import { findRoute, readInput, refusedEpoch, routeHandlers } from './server-routes.ts';
import type { ServerAnswer } from './server-routes.ts';

/** The first moment of every script. */
const startMs = Date.parse('2026-03-01T12:00:00.000Z');
const signedOut: DrivenAnswer = { status: 401, body: { error: wireError('unauthenticated') } };

/** The authority over a store, as a system to compare: its clock and uuids belong to the test. */
export class AuthorityDriver implements Driver {
  readonly authority: Authority;
  readonly tables: () => Promise<StoredTables>;
  readonly #store: Store;
  readonly #handlers;
  #nowMs = startMs;
  #uuids = 1000;

  constructor(store: Store, tables: () => Promise<StoredTables>, limits = standardLimits) {
    this.#store = store;
    this.tables = tables;
    this.authority = createAuthority({
      store,
      nowMs: () => this.#nowMs,
      newUuid: () => `00000000-0000-4000-8000-${String(this.#uuids++).padStart(12, '0')}`,
      digest: (text) => text,
      limits,
      reportBug: (error) => {
        throw error;
      },
    });
    this.#handlers = routeHandlers(this.authority, { begin: () => 0, end: () => 0 });
  }

  wait(ms: number): void {
    this.#nowMs += ms;
  }

  /** Signs in people by these names, each a contact of the next, and gives their ids. */
  async signIn(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const people = new Map<string, number>();
    for (const [index, name] of names.entries()) {
      const who = { phone: phoneOf(index), name, placeholder: false, verified: false };
      const { id } = await this.authority.signIn(who);
      const former = [...people.values()].at(-1);
      if (former !== undefined) await makeMutual(this.#store, former, id);
      people.set(name, id);
    }
    return people;
  }

  /** Runs a step of one of these people; names of items and people are those of `rows`. */
  async run(
    step: WideStep,
    people: ReadonlyMap<string, number>,
    rows: Pick<StoredTables, 'items'>,
  ): Promise<DrivenAnswer> {
    this.wait(step.afterMs);
    const { request, key, version, after, isImport } = step;
    if (request === null) return { status: 200, body: await this.authority.cleanUp() };
    const filled = filledRequest(request, valuesIn(rows, people));
    if (filled.url === '/api/login')
      return this.#signInAgain([...people.keys()].indexOf(step.person), filled.body);
    const ifMatch =
      version === null ? undefined : formatEtag({ epoch: this.#store.epoch, version });
    const headers = { key: key ?? undefined, after: after ?? undefined, ifMatch, isImport };
    return this.send(people.get(step.person) ?? 0, { ...filled, ...headers });
  }

  async send(userId: number, request: DrivenRequest): Promise<DrivenAnswer> {
    const { method, url, body, key: opId, ...headers } = request;
    const caller = { userId, signedInAt: instantOf(startMs) };
    try {
      if (url.startsWith('/api/items') && method !== 'GET') {
        return await this.authority.request(caller, { method, url, data: body, opId, ...headers });
      }
      const [user] = await this.#store.read((reads) => reads.users([userId]));
      if (user?.phone === null) return signedOut;
      const answer = await this.#route(caller, method, url, body);
      return { status: answer.status, body: answer.body ?? null };
    } catch (error) {
      if (error instanceof AccountEnded) return signedOut;
      // The name of the run differs between stores.
      if (error instanceof EpochChangedError)
        return { status: refusedEpoch(error).status, body: null };
      throw error;
    }
  }

  async #route(caller: Caller, method: string, url: string, body: unknown): Promise<ServerAnswer> {
    const [path = '', query = ''] = url.split('?');
    const found = findRoute(method, path);
    if (found === null) throw new Error(`there is no ${method} ${path}`);
    const handle = this.#handlers[found.operation] as
      | ((input: unknown, caller: Caller) => Promise<ServerAnswer>)
      | undefined;
    if (handle === undefined) throw new Error(`nothing handles ${found.operation}`);
    const parts = {
      params: found.params,
      query: Object.fromEntries(new URLSearchParams(query)),
      body,
    };
    const read = readInput(routes[found.operation as OperationId], parts);
    return 'refused' in read ? read.refused : handle(read.input, caller);
  }

  /** Signs in with a code; with `start` the account begins again. */
  async #signInAgain(index: number, body: unknown): Promise<DrivenAnswer> {
    const asked = await this.authority.mustChooseStart(phoneOf(index));
    const {
      name,
      placeholder = false,
      start,
    } = body as {
      readonly name: string;
      readonly placeholder?: boolean;
      readonly start?: 'empty';
    };
    const who = { phone: phoneOf(index), name, placeholder, verified: true, start };
    return { status: 200, body: { asked, user: await this.authority.signIn(who) } };
  }
}

function phoneOf(person: number): string {
  return `+4912345678${person}`;
}
