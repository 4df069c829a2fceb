import { err, ok, type Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import type { ServerAsker, ServerFailure } from './server-question.ts';

/**
 * Creates the actions, and keeps the subscription in line with the signed-in user: it is sent to the server
 * again after each sign-in, since it ends with the session there, and is ended when nobody is signed in.
 */
export function pushActions(accounts: AccountManager, push: ClientPorts['push'], ask: ServerAsker) {
  const { preference } = push;

  async function subscribe(signal?: CancelSignal): Promise<Result<void, ServerFailure>> {
    const key = await ask('getPushKey', {}, signal);
    if (!key.ok) return key;
    const browser = await push.browser();
    const subscribing = browser.subscribe(key.value.key);
    const subscription = await unlessGivenUp(subscribing, signal);
    if (subscription === null) {
      // A subscription that still arrives is no longer wanted.
      if (signal?.aborted) void subscribing.then((late) => late && browser.unsubscribe());
      return err({ code: 'not_subscribed' });
    }
    const reply = await ask('startPush', { body: subscription }, signal);
    return reply.ok ? ok(undefined) : reply;
  }

  /** Ends the subscription in this browser at once, and on the server without waiting for the response. */
  async function end(): Promise<void> {
    const endpoint = await (await push.browser()).unsubscribe();
    if (endpoint === null) return;
    void ask('endPush', { body: { endpoint } }, undefined);
  }

  async function subscribeAgain(): Promise<void> {
    await subscribe();
    // It may have been switched off meanwhile, or the user may have signed out.
    if (!preference.isOn() || subscriber === 0) await end();
  }

  let subscriber = 0;
  const follow = (): void => {
    const session = accounts.session.get();
    const userId = session.kind === 'user' ? session.user.id : 0;
    const before = subscriber;
    subscriber = userId;
    if (userId === before || !preference.isOn()) return;
    if (userId === 0) void push.browser().then((browser) => browser.unsubscribe());
    else void subscribeAgain();
  };
  accounts.session.subscribe(follow);
  follow();

  return {
    /**
     * Switches push messages on; the caller asks for the browser's permission. `signal` aborts it, also while
     * the browser asks its push service.
     */
    async startPush(signal: CancelSignal): Promise<Result<void, ServerFailure>> {
      const done = await subscribe(signal);
      if (done.ok) preference.set(true);
      else if (!signal.aborted) await (await push.browser()).unsubscribe();
      else void end();
      return done;
    },
    /**
     * Switches push messages off here at once; the server is told by a call if possible, and otherwise
     * learns it from the push service.
     */
    async stopPush(): Promise<void> {
      preference.set(false);
      await end();
    },
  };
}

/** The result of a promise; null as soon as `signal` aborts. */
function unlessGivenUp<T>(coming: Promise<T>, signal: CancelSignal | undefined): Promise<T | null> {
  return Promise.race([
    coming,
    new Promise<null>((resolve) => {
      if (signal?.aborted) resolve(null);
      signal?.addEventListener('abort', () => resolve(null));
    }),
  ]);
}
