import { err, ok, type Result } from '@foray/domain';
import type { AccountSwitch } from './account-switch.ts';
import type { PushPort } from './push-port.ts';
import { askServer, type ServerFailure } from './server-question.ts';

/** What a person can do about push messages. */
export interface PushActions {
  isPushOn(): boolean;
  /** Switches them on; the browser's permission is the caller's to ask for. */
  startPush(): Promise<Result<void, ServerFailure>>;
  /** Switches them off here at once; the server hears of it if it can, else by the push service. */
  stopPush(): Promise<void>;
}

/**
 * Makes the actions, and keeps the subscription in step with who is signed in: told to the server again
 * whenever somebody is, since it ends with its session there, and ended as soon as nobody is.
 */
export function pushActions(accounts: AccountSwitch, push: PushPort): PushActions {
  const { wish, calls } = push;

  async function subscribe(): Promise<Result<void, ServerFailure>> {
    const key = await askServer(accounts, (context) => calls.pushKey(context));
    if (!key.ok) return key;
    const browser = await push.browser();
    const subscription = await browser.subscribe(key.value.key);
    if (subscription === null) return err({ code: 'not_subscribed' });
    const told = await askServer(accounts, (context) => calls.startPush(subscription, context));
    return told.ok ? ok(undefined) : told;
  }

  /** Ends it in this browser at once; the server is told without waiting for what it says. */
  async function end(): Promise<void> {
    const endpoint = await (await push.browser()).unsubscribe();
    if (endpoint !== null) void askServer(accounts, (context) => calls.endPush(endpoint, context));
  }

  async function subscribeAgain(): Promise<void> {
    await subscribe();
    // It may have been switched off, or its person gone, while that was under way.
    if (!wish.isOn() || subscriber === 0) await end();
  }

  let subscriber = 0;
  accounts.session.subscribe(() => {
    const session = accounts.session.get();
    const userId = session.kind === 'user' ? session.user.id : 0;
    const before = subscriber;
    subscriber = userId;
    if (userId === before || !wish.isOn()) return;
    if (userId === 0) void push.browser().then((browser) => browser.unsubscribe());
    else void subscribeAgain();
  });

  return {
    isPushOn: () => wish.isOn(),
    async startPush() {
      const done = await subscribe();
      if (done.ok) wish.set(true);
      else await (await push.browser()).unsubscribe();
      return done;
    },
    async stopPush() {
      wish.set(false);
      await end();
    },
  };
}
