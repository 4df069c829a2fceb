import { rememberedAs } from '@foray/sync/testing';

import { TestWorld } from '@foray/sync/testing/test-world';
import { createClient } from '../client.ts';
import { browserWith } from '../../testing/browser.ts';

/** The page of a signed-in user whose server responds to changes when the test lets it. */
async function startedPage() {
  const world = new TestWorld();
  const { transport } = world.newDevice();
  const { ports, time, sessions } = browserWith(rememberedAs(world.user));
  const { me, login, logout } = sessions;
  Object.assign(ports, { transport: Object.assign(transport, { me, login, logout }) });
  const held: (() => void)[] = [];
  const gate = {
    isShut: false,
    held,
    open() {
      gate.isShut = false;
      for (const goOn of held.splice(0)) goOn();
    },
  };
  transport.beforeAnswer = (call) =>
    gate.isShut && call === 'changes' ? new Promise<void>((goOn) => held.push(goOn)) : undefined;
  const client = createClient(ports, async () => ports);
  const notices: string[] = [];
  client.onNotice(({ kind }) => notices.push(kind));
  /** How often a cycle reached the check that only Sync Now and the first cycle of a day end with. */
  const checks = () => transport.calls.filter((call) => call === 'selfCheck').length;
  const changeElsewhere = async () => {
    const uuid = '00000000-0000-4000-8000-000000000001';
    await world.server.seed({ uuid, type: 'todo', title: 'since then' });
  };
  const titles = () => [...client.replica.get().rows()].map(({ title }) => title);
  return { world, ports, time, gate, client, notices, checks, changeElsewhere, titles };
}

/** As `startedPage`, with a cycle in progress that has already read the items. */
async function pageWithRun() {
  const page = await startedPage();
  const { client, gate, time } = page;
  await expect.poll(() => client.sync.get().lastSyncAt).not.toBeNull();
  gate.isShut = true;
  await time.pass(30_000);
  await expect.poll(() => gate.held).toHaveLength(1);
  await page.changeElsewhere();
  return page;
}

test('[PREF-07] Sync Now during a cycle runs another cycle after it, reported once', async () => {
  const { client, gate, time, notices, titles } = await pageWithRun();
  const pressed = client.actions.syncNow();
  await time.pass(1000);
  gate.open();
  await time.pass(1000);
  await pressed;
  expect(titles()).toEqual(['since then']);
  expect(notices).toEqual(['syncComplete']);
});

test('[PREF-07] Sync Now during a cycle of another tab runs another cycle after it', async () => {
  const { client, ports, world, time, notices, changeElsewhere, titles } = await startedPage();
  await expect.poll(() => client.sync.get().lastSyncAt).not.toBeNull();
  let end = (): void => undefined;
  const other = ports.locks.ifFree(
    `foray-sync-${world.user.id}`,
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  await changeElsewhere();
  const pressed = client.actions.syncNow();
  await time.pass(5000);
  expect(notices).toEqual([]);
  end();
  await other;
  await time.pass(1000);
  await pressed;
  expect(titles()).toEqual(['since then']);
  expect(notices).toEqual(['syncComplete']);
});

test('[PREF-07] pressing Sync Now again while it waits starts no additional cycle', async () => {
  const { client, gate, time, notices, checks } = await pageWithRun();
  const before = checks();
  const pressed = [client.actions.syncNow(), client.actions.syncNow()];
  await time.pass(1000);
  pressed.push(client.actions.syncNow());
  gate.open();
  await time.pass(1000);
  await Promise.all(pressed);
  expect(checks() - before).toBe(1);
  expect(notices).toEqual(['syncComplete']);
});

test('[PREF-07] a waiting Sync Now ends with the account', async () => {
  const { client, time, notices } = await pageWithRun();
  const pressed = client.actions.syncNow();
  await client.actions.signOut();
  await time.pass(1000);
  await pressed;
  expect(notices).toEqual(['accountLeft']);
});
