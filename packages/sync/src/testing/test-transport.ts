import { EpochChanged, type Caller } from '@foray/authority';
import { privateRowsBody, wireError } from '@foray/contract';
import type {
  BatchAnswer,
  BatchRequest,
  BatchResult,
  ChangesDelta,
  ErrorCode,
  ItemsDelta,
  Position,
  StreamsDelta,
  StreamsQuery,
} from '@foray/contract';
import { utf8Bytes, type ItemType, type Result } from '@foray/domain';
import type { CallContext, Reply, Transport } from '../store/ports.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { TestServer } from './test-server.ts';

/** The outcome of one call in transit. */
export type CallFault =
  | 'none'
  /** Nothing arrives at the server. */
  | 'request_lost'
  /** The server processes it, and the response is lost. */
  | 'answer_lost'
  /** Nothing ever comes back. */
  | 'hung'
  /** A captive portal's page with status 200. */
  | 'garbled'
  | { readonly status: number; readonly code?: ErrorCode; readonly retryAfterMs?: number };

const noPosition = { position: null, knownHead: null } as const;

/** The names of the calls, as tests count them. */
export type CallName = 'items' | 'changes' | 'pull' | 'batch' | 'selfCheck' | 'private';

/** A transport to a `TestServer`, on which every call can be made to fail. */
export class TestTransport implements Transport {
  /** Chosen for each call; by default nothing fails. */
  fault: (call: CallName) => CallFault = () => 'none';
  /** Runs before a call reaches the server. */
  beforeServer: (call: CallName) => Promise<void> | void = () => undefined;
  /** Runs between the server's work and the device's reading of its response. */
  beforeAnswer: (call: CallName) => Promise<void> | void = () => undefined;

  /** Runs this only at the next call of that name. */
  once(when: 'beforeServer' | 'beforeAnswer', name: CallName, work: () => Promise<unknown>): void {
    this[when] = async (call) => {
      if (call !== name) return;
      this[when] = () => undefined;
      await work();
    };
  }
  /** The node is of an earlier release: it combines no pulls, and its batches bring no changes. */
  isEarlierNode = false;
  readonly calls: CallName[] = [];
  /** The bytes of all bodies answered so far. */
  answerBytes = 0;
  readonly batches: BatchRequest[] = [];
  /** The differences that each self-check reported about earlier ones. */
  readonly differences: (readonly string[])[] = [];
  readonly #server: TestServer;
  readonly #sessionUserId: number;
  /** The device's owner has signed in when the test begins, so that the server accepts imports as imports. */
  readonly #signedInAt: string;

  constructor(server: TestServer, sessionUserId: number) {
    this.#server = server;
    this.#sessionUserId = sessionUserId;
    this.#signedInAt = server.now();
  }

  fetchItems(type: ItemType, since: number, limit: number, context: CallContext) {
    return this.#call('items', context, async (caller): Promise<ItemsDelta> =>
      valueOf(await this.#server.authority.delta(caller, { type, since, limit })),
    );
  }

  fetchChanges(since: number, limit: number, context: CallContext) {
    return this.#call('changes', context, async (caller): Promise<ChangesDelta> =>
      valueOf(await this.#server.authority.changes(caller, { since, limit })),
    );
  }

  fetchStreams(query: StreamsQuery, context: CallContext) {
    if (this.isEarlierNode) return this.#refuse(404);
    return this.#call('pull', context, async (caller): Promise<StreamsDelta> =>
      valueOf(await this.#server.authority.pull(caller, query)),
    );
  }

  sendBatch(batch: BatchRequest, context: CallContext) {
    this.batches.push(batch);
    return this.#call('batch', context, async (caller): Promise<BatchAnswer> => {
      const results: BatchResult[] = [];
      for (const entry of batch.requests) results.push(await this.#server.run(entry, caller));
      const pull = this.isEarlierNode ? undefined : batch.pull;
      const after = await this.#server.authority.batch(caller, [], Infinity, pull);
      return { ...after, results };
    });
  }

  selfCheck(differs: readonly string[], context: CallContext) {
    if (differs.length > 0) this.differences.push(differs);
    return this.#call('selfCheck', context, (caller) => this.#server.selfCheck(caller));
  }

  async sendOne(request?: QueuedRequest, context?: CallContext): Promise<Reply<unknown>> {
    if (request?.url === '/api/private' && context !== undefined) {
      return this.#sendPrivateRows(request, context);
    }
    const serverNow = this.#server.now();
    return { kind: 'answer', status: 204, body: null, serverNow, position: null };
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

  logout(): Promise<Reply<unknown>> {
    return this.sendOne();
  }

  async #sendPrivateRows({ data }: QueuedRequest, context: CallContext): Promise<Reply<unknown>> {
    const { rows } = privateRowsBody.parse(data);
    if (this.isEarlierNode) {
      this.calls.push('private');
      return this.#refuse(404);
    }
    const reply = await this.#call('private', context, (caller) =>
      this.#server.authority.putPrivateRows(caller, rows),
    );
    if (reply.kind !== 'answer' || reply.body.ok) return reply;
    const { serverNow } = reply;
    const meta = { serverNow, ...noPosition, retryAfterMs: null };
    return { kind: 'refusal', status: 422, error: wireError(reply.body.error), ...meta };
  }

  async #refuse(status: number): Promise<Reply<never>> {
    const none = { serverNow: null, ...noPosition, retryAfterMs: null };
    return { kind: 'refusal', status, error: null, ...none };
  }

  async #call<T>(
    name: CallName,
    context: CallContext,
    answer: (caller: Caller) => Promise<T>,
  ): Promise<Reply<T>> {
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
      return {
        kind: 'refusal',
        status: fault.status,
        error,
        serverNow,
        ...noPosition,
        retryAfterMs,
      };
    }
    if (context.actor !== this.#sessionUserId) {
      const meta = { serverNow, ...noPosition, retryAfterMs: null };
      return { kind: 'refusal', status: 409, error: wireError('wrong_actor'), ...meta };
    }
    let position: Position | null = null;
    const { actor: userId, epoch, positions } = context;
    const onPosition = ({ run, head }: Position): void => void (position = { run, head });
    let body: T;
    try {
      const signedInAt = this.#signedInAt;
      body = await answer({ userId, epoch, positions, signedInAt, onPosition });
    } catch (error) {
      if (!(error instanceof EpochChanged)) throw error;
      const meta = { serverNow, position: null, knownHead: error.knownHead, retryAfterMs: null };
      return { kind: 'refusal', status: 409, error: wireError('epoch_changed'), ...meta };
    }
    this.answerBytes += utf8Bytes(JSON.stringify(body));
    await this.beforeAnswer(name);
    if (fault === 'answer_lost') return { kind: 'noAnswer', why: 'network' };
    return { kind: 'answer', status: 200, body, serverNow, position };
  }
}

function valueOf<T>(result: Result<T, EpochChanged>): T {
  if (result.ok) return result.value;
  throw result.error;
}
