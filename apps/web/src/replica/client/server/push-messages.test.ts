import type { PushSubscriptionBody } from '@foray/contract';
import { ok } from '@foray/domain';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { Session } from '../state/client-state.ts';
import { Observable } from '../../../state/observable.ts';
import { pushActions } from './push-messages.ts';
import type { ServerAsker } from './server-question.ts';
import type { ClientPorts } from '../state/client-ports.ts';
import { ada } from '../../testing/fake-client.ts';

const subscription: PushSubscriptionBody = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'p', auth: 'a' },
};

/** Push messages of a browser whose push service answers when `arrive` is called. */
function setUp() {
  const log: string[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const push = {
    preference: { isOn: () => false, set: (isOn: boolean) => log.push(`preference ${isOn}`) },
    browser: async () => ({
      async subscribe() {
        log.push('subscribe');
        await arrived;
        log.push('subscribed');
        return subscription;
      },
      async unsubscribe() {
        log.push('unsubscribe');
        return null;
      },
    }),
  };
  const ask = (async (id) => {
    if (id === 'getPushKey') return ok({ key: 'key' });
    if (id === 'startPush') log.push('sent');
    return ok(null);
  }) as ServerAsker;
  const session = new Observable<Session>({ kind: 'user', user: ada });
  const accounts = { session } as unknown as AccountManager;
  const actions = pushActions(accounts, push as unknown as ClientPorts['push'], ask);
  return { actions, log, arrive };
}

test('push messages are on once the server has the subscription', async () => {
  const { actions, log, arrive } = setUp();
  arrive();
  expect(await actions.startPush(new AbortController().signal)).toMatchObject({ ok: true });
  expect(log).toEqual(['subscribe', 'subscribed', 'sent', 'preference true']);
});

test('[LOGIN-09] push messages that are cancelled while the push service does not respond stay off, even after a late response', async () => {
  const { actions, log, arrive } = setUp();
  const abort = new AbortController();
  const started = actions.startPush(abort.signal);
  await expect.poll(() => log).toEqual(['subscribe']);
  abort.abort();
  expect(await started).toMatchObject({ ok: false });
  arrive();
  await expect.poll(() => log).toEqual(['subscribe', 'unsubscribe', 'subscribed', 'unsubscribe']);
});
