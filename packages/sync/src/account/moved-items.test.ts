import { err, ok, sampleUsers } from '@foray/domain';
import { createItem } from '../actions/actions.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import type { Conflict } from '../store/meta.ts';
import { inStep, make } from '../testing/in-step.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';
import { personOf, TestWorld, type TestDevice } from '../testing/test-world.ts';
import { claimStore, moveOwnItems } from './former-account.ts';

const formerId = 1001;
const ada = { ...personOf(1002), phone: '+15550001' };
const full = { code: 'quota', detail: 'the test says so' } as const;

/** A device of the person of 1001, and one under the id by which a restored server knows this person. */
async function twoAccounts() {
  const { one: former } = await inStep();
  return { former, present: await presentDevice() };
}

async function presentDevice(): Promise<TestDevice> {
  const one = Object.assign(new TestWorld(), { user: ada }).newDevice();
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  return one;
}

/** Another page on the former store. */
function pageOn({ tables }: TestDevice): MemoryStore {
  return new MemoryStore(tables);
}

function move(former: TestDevice, present: TestDevice) {
  return moveOwnItems(pageOn(former), formerId, present.device);
}

/** Whether the former store is open to actions. */
async function isOpen(former: TestDevice): Promise<boolean> {
  const device = { ...former.device, store: pageOn(former) };
  return (await createItem(device, { type: 'todo', title: 'late' })).ok;
}

function conflictAbout(uuid: string): Conflict {
  const none = { base: null, server: null, canKeepBoth: false, rev: 0, isAside: false } as const;
  const foundAt = '2026-01-01T00:00:00.000Z';
  return { uuid, kind: 'removed', removal: 'deleted', foundAt, ...none };
}

const left = ({ tables }: TestDevice) => tables.meta('left').get('account')?.value;
const titlesIn = ({ tables }: TestDevice) => [...tables.items.values()].map(({ title }) => title);

test('[RESTORE-06] a moved item keeps its assignee only if anybody may assign items to them', async () => {
  const { former, present } = await twoAccounts();
  const sample = sampleUsers[0]?.id ?? 0;
  const assignees = { mine: formerId, sample, other: otherId };
  for (const [title, assignee] of Object.entries(assignees)) {
    const { uuid } = await make(former, title);
    await former.assign(uuid, sample);
    // Items cannot be assigned to people who are not contacts.
    const row = await former.row(uuid);
    await former.store.write((tx) => tx.putItems([{ ...row, assigned_to: assignee }]));
  }
  await make(former, 'nobody');
  expect(await move(former, present)).toEqual(ok(4));
  const moved = (await present.shown()).map(({ title, assigned_to }) => [title, assigned_to]);
  expect(Object.fromEntries(moved)).toEqual({ mine: ada.id, sample, other: null, nobody: null });
});

test('[RESTORE-06] the former store is erased with everything that only it contained about its items', async () => {
  const { former, present } = await twoAccounts();
  const { uuid } = await make(former, 'Mine');
  const gone = await make(former, 'Gone');
  await former.delete(gone.uuid);
  await former.store.write(async (tx) => {
    await tx.putMeta('conflict', uuid, conflictAbout(uuid));
    // Notifications that were read.
    await tx.putRequest(queuedRequest(90, 9, { itemUuid: null, touches: [] }));
  });
  expect(await move(former, present)).toEqual(ok(1));
  expect(former.tables.erasures).toBe(1);
  // The deleted item stays behind.
  expect(titlesIn(present)).toEqual(['Mine']);
});

test('[RESTORE-06] an item that was moved once and has left the account since is not moved again', async () => {
  const { former, present } = await twoAccounts();
  for (const title of ['Map', 'Boots']) await make(former, title);
  let writes = 0;
  const interrupted = pageOn(former);
  interrupted.faults.beforeCommit = () => ((writes += 1) === 2 ? full : null);
  expect(await moveOwnItems(interrupted, formerId, present.device)).toEqual(err(full));
  await present.engine.run('action');
  for (const { uuid } of await present.shown()) await present.delete(uuid);
  await present.engine.run('action');
  expect(titlesIn(present)).toEqual([]);
  expect(await move(former, present)).toEqual(ok(0));
  expect(titlesIn(present)).toEqual([]);
  // The item is remembered for a copy of an older backup too.
  const brought = present.tables.meta('brought').get(String(formerId))?.value.localSeq ?? 0;
  const rows = [localItem(1, { title: 'Map', user_id: formerId, _localVersion: 1 })];
  await pageOn(former).write((tx) => tx.putItems(rows));
  expect(await move(former, present)).toEqual(ok(0));
  expect(present.tables.meta('brought').get(String(formerId))?.value).toEqual({
    localSeq: brought,
  });
});

test('data that a sign-out should have erased is not moved', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'given up');
  await former.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  expect(await move(former, present)).toEqual(ok(0));
  expect(titlesIn(present)).toEqual([]);
  expect(titlesIn(former)).toEqual(['given up']);
});

test('[I1] nothing moves into an account that a sign-out is erasing, and the former account is open again', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  await present.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'keep' }));
  expect(await move(former, present)).toEqual(ok(0));
  expect(titlesIn(present)).toEqual([]);
  expect(titlesIn(former)).toEqual(['Mine']);
  expect(await isOpen(former)).toBe(true);
});

test('no item is moved from a former store that cannot be closed to actions', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  const page = pageOn(former);
  page.faults.beforeCommit = () => full;
  expect(await moveOwnItems(page, formerId, present.device)).toEqual(err(full));
  expect(titlesIn(present)).toEqual([]);
});

const byOthers = { store: 'users', key: '5', content: { id: 5 } } as const;

test.each([
  ['a request and a conflict', true, true, false],
  ['a conflict', false, true, false],
  ['a request and an unreadable row of others that was moved aside', true, false, true],
])(
  '[I1] [RESTORE-06] a former store stays, open to actions, with %s about another’s item',
  async (_, request, conflict, damaged) => {
    const { former, present } = await twoAccounts();
    await make(former, 'Mine');
    const theirs = uuidOf(7);
    await former.store.write(async (tx) => {
      if (request) await tx.putRequest(queuedRequest(90, 7));
      if (conflict) await tx.putMeta('conflict', theirs, conflictAbout(theirs));
      if (damaged) await tx.putMeta('unreadable', 'users/5', byOthers);
    });
    expect(await move(former, present)).toEqual(ok(1));
    expect(former.tables.erasures).toBe(0);
    expect(former.tables.requests.size).toBe(request ? 1 : 0);
    expect(former.tables.meta('conflict').size).toBe(conflict ? 1 : 0);
    expect(await isOpen(former)).toBe(true);
  },
);

test('[I24] a former store with only an unreadable row stays, closed to actions', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  await former.store.write((tx) => tx.putMeta('unreadable', 'users/5', byOthers));
  expect(await move(former, present)).toEqual(ok(1));
  expect(former.tables.meta('unreadable').size).toBe(1);
  expect(await isOpen(former)).toBe(false);
});

/** Makes the copy into an account fail, after something else has happened to the former store. */
function failAfter(present: TestDevice, meanwhile: () => Promise<unknown>): void {
  present.store.write = async () => {
    await meanwhile();
    return err(full);
  };
}

test('a former store that two tabs fail to move is open to actions after the second failure', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  const second = await presentDevice();
  second.store.faults.beforeCommit = () => full;
  const names = [present, second].map(({ device }, at) => {
    return { ...device, ids: { ...device.ids, uuid: () => `tab ${at}` } };
  });
  const states: boolean[] = [];
  failAfter(present, async () => {
    const [, other] = names;
    if (other === undefined) throw new Error('no other tab');
    expect(await moveOwnItems(pageOn(former), formerId, other)).toEqual(err(full));
    states.push(await isOpen(former));
  });
  const [one] = names;
  if (one === undefined) throw new Error('no tab');
  expect(await moveOwnItems(pageOn(former), formerId, one)).toEqual(err(full));
  expect(states).toEqual([false]);
  expect(await isOpen(former)).toBe(true);
});

test('a tab that fails also reopens a former store that the last release was moving', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  const unnamed = { unsent: 'keep', isFormer: true } as const;
  failAfter(present, () => pageOn(former).write((tx) => tx.putMeta('left', 'account', unnamed)));
  expect(await move(former, present)).toEqual(err(full));
  expect(await isOpen(former)).toBe(true);
});

test('[I15] a tab that fails keeps the mark of a sign-out that was requested meanwhile', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  const mark = { unsent: 'discard' } as const;
  failAfter(present, () => pageOn(former).write((tx) => tx.putMeta('left', 'account', mark)));
  expect(await move(former, present)).toEqual(err(full));
  expect(left(former)).toEqual(mark);
});

test('a tab that fails reports if the former store was claimed meanwhile', async () => {
  const { former, present } = await twoAccounts();
  await make(former, 'Mine');
  const again = { ...ada, id: formerId };
  failAfter(present, () => claimStore(pageOn(former), again));
  expect(await move(former, present)).toEqual(err(full));
  expect(await isOpen(former)).toBe(true);
});

test('the owner of a store can open it even on a full disk', async () => {
  const { former } = await twoAccounts();
  expect(await claimStore(former.store, ada)).toEqual(ok(null));
  former.store.faults.beforeCommit = () => full;
  expect(await claimStore(former.store, ada)).toEqual(ok(null));
  expect(await claimStore(former.store, { ...ada, phone: '+15550002' })).toEqual(err(full));
});

test('the owner of a former store opens it to actions again', async () => {
  const { former } = await twoAccounts();
  await claimStore(former.store, ada);
  const mark = { unsent: 'keep', isFormer: true, by: ['another tab'] } as const;
  await former.store.write((tx) => tx.putMeta('left', 'account', mark));
  expect(await claimStore(former.store, ada)).toEqual(ok(null));
  expect(await isOpen(former)).toBe(true);
});

test('[I15] the new owner of a store does not cancel a sign-out from it', async () => {
  const { former } = await twoAccounts();
  const mark = { unsent: 'discard' } as const;
  await former.store.write((tx) => tx.putMeta('left', 'account', mark));
  expect(await claimStore(former.store, ada)).toEqual(ok(null));
  expect(left(former)).toEqual(mark);
});
