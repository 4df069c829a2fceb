import type {
  BatchAnswer,
  BatchRequest,
  ChangesDelta,
  ConfigAnswer,
  ItemsDelta,
  SelfCheck,
  StreamsDelta,
  StreamsQuery,
  UserAnswer,
} from '@foray/contract';
import type { ItemType } from '@foray/domain';
import type { CallContext, CancelSignal, Reply } from './call.ts';
import type { QueuedRequest } from './queued-request.ts';

/** The server, as the engine sees it. Bodies are checked by the contract's guards in the adapter. */
export interface Transport {
  fetchItems(
    type: ItemType,
    since: number,
    limit: number,
    context: CallContext,
  ): Promise<Reply<ItemsDelta>>;
  fetchChanges(since: number, limit: number, context: CallContext): Promise<Reply<ChangesDelta>>;
  /** The next page of several streams in one call. */
  fetchStreams(query: StreamsQuery, context: CallContext): Promise<Reply<StreamsDelta>>;
  sendBatch(batch: BatchRequest, context: CallContext): Promise<Reply<BatchAnswer>>;
  /** The checksums of the server's streams; `differs` reports the differences of an earlier check. */
  selfCheck(differs: readonly string[], context: CallContext): Promise<Reply<SelfCheck>>;
  /** A request that no batch may carry (reading notifications), with its Idempotency-Key. */
  sendOne(request: QueuedRequest, context: CallContext): Promise<Reply<unknown>>;
  config(): Promise<Reply<ConfigAnswer>>;
  /** The session's user, for the check at start. */
  me(): Promise<Reply<UserAnswer>>;
  /** Ends without a response when the user cancels it. */
  login(credentials: LoginCredentials, signal?: CancelSignal): Promise<Reply<UserAnswer>>;
  /** Ends without a response when `signal` aborts it. */
  logout(signal?: CancelSignal): Promise<Reply<unknown>>;
}

/**
 * The credentials that a person types to sign in. `code` and `recovery_code` are set only if the server asks
 * for one; `start` only after it has asked what to do with the data that the account held before its phone
 * was verified.
 */
export interface LoginCredentials {
  readonly phone: string;
  readonly name: string;
  readonly code?: string;
  readonly recovery_code?: string;
  /** The token of an invitation, in place of a code. */
  readonly invitation?: string;
  /** A name of the sign-in by an invitation, under which it can be repeated while its answer is missing. */
  readonly attempt?: string;
  readonly start?: 'keep' | 'empty';
}
