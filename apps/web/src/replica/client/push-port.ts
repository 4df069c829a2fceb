import type { PushKeyAnswer, PushSubscriptionBody } from '@foray/contract';
import type { CallContext, Reply } from '@foray/sync';

/** Push messages to this browser (product.md, "Notifications"; decision 0048). */
export interface PushPort {
  /** Whether they are switched on in this browser. */
  readonly preference: { isOn(): boolean; set(isOn: boolean): void };
  /** The browser's side, whose code comes when it is needed. */
  browser(): Promise<PushBrowser>;
  readonly calls: PushCalls;
}

/** The browser's side of push messages; nothing of it rejects. */
interface PushBrowser {
  subscribe(key: string): Promise<PushSubscriptionBody | null>;
  unsubscribe(): Promise<string | null>;
}

/** The server's side of push messages; no call rejects. */
interface PushCalls {
  pushKey(context: CallContext): Promise<Reply<PushKeyAnswer>>;
  startPush(subscription: PushSubscriptionBody, context: CallContext): Promise<Reply<unknown>>;
  endPush(endpoint: string, context: CallContext): Promise<Reply<unknown>>;
}
