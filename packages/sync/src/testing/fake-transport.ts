import { wireError } from '@foray/contract';
import type {
  BatchAnswer,
  BatchRequest,
  ChangesDelta,
  ErrorCode,
  ItemsDelta,
} from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { utf8Bytes } from '../push/plan.ts';
import type { CallContext, Reply, Transport } from '../store/ports.ts';
import type { FakeServer } from './fake-server.ts';

/** What happens to one call on its way. */
export type CallFault =
  | 'none'
  /** Nothing arrives at the server. */
  | 'request_lost'
  /** The server does it, and nobody hears. */
  | 'answer_lost'
  /** Nothing ever comes back. */
  | 'hung'
  /** A captive portal's page with status 200. */
  | 'garbled'
  | { readonly status: number; readonly code?: ErrorCode; readonly retryAfterMs?: number };

const untold = { position: null, knownHead: null } as const;

/** The names of the calls, as tests count them. */
export type CallName = 'items' | 'changes' | 'batch' | 'selfCheck';

/** A transport to a `FakeServer`, on which every call can be made to fail. */
export class FakeTransport implements Transport {
  /** Asked for each call; by default all goes well. */
  fault: (call: CallName) => CallFault = () => 'none';
  /** Runs before the server hears of a call. */
  beforeServer: (call: CallName) => Promise<void> | void = () => undefined;
  /** Runs between the server's work and the device's reading of its answer. */
  beforeAnswer: (call: CallName) => Promise<void> | void = () => undefined;
  readonly calls: CallName[] = [];
  /** Bytes of all bodies answered so far. */
  answerBytes = 0;
  readonly batches: BatchRequest[] = [];
  /** What self-checks told of the ones before them. */
  readonly differences: (readonly string[])[] = [];
  readonly #server: FakeServer;
  readonly #sessionUserId: number;

  constructor(server: FakeServer, sessionUserId: number) {
    this.#server = server;
    this.#sessionUserId = sessionUserId;
  }

  fetchItems(type: ItemType, since: number, limit: number, context: CallContext) {
    const answer = (): ItemsDelta => this.#server.delta(type, since, limit);
    return this.#call('items', context, answer);
  }

  fetchChanges(since: number, _limit: number, context: CallContext) {
    const answer = (): ChangesDelta => ({
      users: [],
      mutuals: [],
      removedMutuals: [],
      notifications: [],
      cursor: this.#server.head(),
      more: false,
      epoch: this.#server.epoch,
      now: this.#server.now(),
    });
    return this.#call('changes', context, answer);
  }

  sendBatch(batch: BatchRequest, context: CallContext) {
    this.batches.push(batch);
    const answer = (): BatchAnswer => ({
      results: batch.requests.map((entry) => this.#server.run(entry, context.actor)),
      epoch: this.#server.epoch,
      now: this.#server.now(),
    });
    return this.#call('batch', context, answer);
  }

  selfCheck(differs: readonly string[], context: CallContext) {
    if (differs.length > 0) this.differences.push(differs);
    return this.#call('selfCheck', context, () => this.#server.selfCheck());
  }

  async sendOne(): Promise<Reply<unknown>> {
    return {
      kind: 'answer',
      status: 204,
      body: null,
      serverNow: this.#server.now(),
      position: null,
    };
  }

  async config(): Promise<never> {
    throw new Error('no test asks for it');
  }

  async me(): Promise<never> {
    throw new Error('no test asks for it');
  }

  async login(): Promise<never> {
    throw new Error('no test asks for it');
  }

  async logout(): Promise<Reply<unknown>> {
    return {
      kind: 'answer',
      status: 204,
      body: null,
      serverNow: this.#server.now(),
      position: null,
    };
  }

  async #call<T>(name: CallName, context: CallContext, answer: () => T): Promise<Reply<T>> {
    this.calls.push(name);
    await this.beforeServer(name);
    const fault = this.fault(name);
    const serverNow = this.#server.now();
    if (fault === 'request_lost') return { kind: 'noAnswer', why: 'network' };
    if (fault === 'hung') return new Promise(() => undefined);
    if (fault === 'garbled') return { kind: 'garbled', status: 200 };
    if (typeof fault === 'object') {
      const error = fault.code === undefined ? null : wireError(fault.code);
      const retryAfterMs = fault.retryAfterMs ?? null;
      return { kind: 'refusal', status: fault.status, error, serverNow, ...untold, retryAfterMs };
    }
    const refused = this.#refusalFor(context);
    const { runs } = this.#server;
    if (refused !== null) {
      const knownHead = runs.knownHead(context.positions, this.#server.head());
      const told = { serverNow, position: null, knownHead, retryAfterMs: null };
      return { kind: 'refusal', status: 409, error: wireError(refused), ...told };
    }
    const body = answer();
    const position = { run: runs.current, head: this.#server.head() };
    this.answerBytes += utf8Bytes(JSON.stringify(body));
    await this.beforeAnswer(name);
    if (fault === 'answer_lost') return { kind: 'noAnswer', why: 'network' };
    return { kind: 'answer', status: 200, body, serverNow, position };
  }

  #refusalFor(context: CallContext): ErrorCode | null {
    if (context.actor !== this.#sessionUserId) return 'wrong_actor';
    const server = this.#server;
    if (context.epoch !== null && context.epoch !== server.epoch) return 'epoch_changed';
    if (server.runs.contains(context.positions, server.head())) return null;
    server.epoch = `${server.epoch}+`;
    return 'epoch_changed';
  }
}
