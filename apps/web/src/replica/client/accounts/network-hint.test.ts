import { rememberedAs } from '@foray/sync/testing';
import { nobodyRemembered, type Reply } from '@foray/sync';
import { ada, browserWith } from '../../testing/browser.ts';

const unanswered = { kind: 'noAnswer', why: 'network' } as const;
const away: Reply<never> = {
  kind: 'refusal',
  status: 503,
  error: null,
  serverNow: null,
  position: null,
  retryAfterMs: null,
  knownHead: null,
};

test('[SYNC-13] Offline is shown until the server answers, and not after that, even if the browser still says offline', async () => {
  const browser = browserWith(rememberedAs(ada));
  const { connectivity, ports, time } = browser;
  let reply: Reply<never> = unanswered;
  const fetch = async () => reply;
  Object.assign(ports.transport, { fetchItems: fetch, fetchChanges: fetch });
  connectivity.set(false);
  const page = await browser.start();
  const { sync } = page.watch;
  const shown = [sync.get().online];
  sync.subscribe(() => shown.push(sync.get().online));
  await time.pass(120_000);
  expect(new Set(shown)).toEqual(new Set([false]));
  reply = away;
  await time.pass(300_000);
  expect(sync.get().online).toBe(true);
  connectivity.set(true);
  connectivity.set(false);
  expect(sync.get().online).toBe(false);
});

test('[SYNC-13] a guest is shown as offline while the browser says so, and no call is made', async () => {
  const { connectivity, sessions, start, time } = browserWith(nobodyRemembered);
  connectivity.set(false);
  const page = await start();
  await time.pass(120_000);
  expect(page.watch.sync.get().online).toBe(false);
  connectivity.set(true);
  expect(page.watch.sync.get().online).toBe(true);
  expect(sessions.requests).toEqual([]);
});
