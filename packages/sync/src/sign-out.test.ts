import { expect, test } from 'vitest';
import { createItem } from './actions.ts';
import type { AccountMemory, RememberedAccount } from './ports.ts';
import { countUnsent, signOutHere, tellSignOut } from './sign-out.ts';
import { done } from './testing/done.ts';
import { MemoryStore } from './testing/memory-store.ts';
import { TestWorld } from './testing/test-device.ts';

function memoryOf(user: RememberedAccount['user']): AccountMemory {
  let remembered: RememberedAccount = { user, signedOutId: null };
  return { load: () => remembered, save: (next) => void (remembered = next) };
}

test('[I15] with everything sent, nothing of the account is left after signing out', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await done(createItem(one.device, { type: 'todo', title: 'secret' }));
  await one.engine.run('start');
  one.engine.stop();
  const memory = memoryOf(world.user);
  expect(await signOutHere(memory, one.store, world.user.id, 'keep')).toMatchObject({
    value: 'erased',
  });
  const later = new MemoryStore(one.tables);
  const left = await later.read((tx) =>
    Promise.all([
      tx.allItems(),
      tx.queue(),
      tx.users(),
      tx.metaOf('cursor'),
      tx.metaOf('counters'),
    ]),
  );
  expect(left).toEqual({ ok: true, value: [[], [], [], [], []] });
});

test('[AUTH-03] the mark is durable before anything else and goes when the server knows', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  const memory = memoryOf(world.user);
  await signOutHere(memory, one.store, world.user.id, 'discard');
  expect(memory.load()).toEqual({ user: null, signedOutId: world.user.id });
  one.transport.logout = async () => ({ kind: 'noAnswer', why: 'network' });
  expect(await tellSignOut(memory, one.transport)).toBe(false);
  expect(memory.load().signedOutId).toBe(world.user.id);
  const refusal = { status: 401, error: null, serverNow: null, retryAfterMs: null } as const;
  one.transport.logout = async () => ({ kind: 'refusal', ...refusal });
  expect(await tellSignOut(memory, one.transport)).toBe(true);
  expect(memory.load()).toEqual({ user: null, signedOutId: null });
});

test('[I1] unsent changes are counted, and kept or discarded as the person says', async () => {
  const world = new TestWorld();
  const one = world.newDevice();
  await done(createItem(one.device, { type: 'todo', title: 'unsent' }));
  expect(await countUnsent(one.store)).toEqual({ ok: true, value: { requests: 1, conflicts: 0 } });
  const memory = memoryOf(world.user);
  const kept = await signOutHere(memory, one.store, world.user.id, 'keep');
  expect(kept).toEqual({ ok: true, value: 'kept' });
  const later = new MemoryStore(one.tables);
  expect(await later.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
  await signOutHere(memory, later, world.user.id, 'discard');
  expect(await new MemoryStore(one.tables).read((tx) => tx.queueSize())).toMatchObject({
    value: 0,
  });
});
