import { AccountEnded, EpochChangedError } from './epoch-checked-store.ts';
import { makeWorld } from '../testing/world.ts';

/** Ann, with an action that runs once before the next primitive of a name. */
async function interrupted() {
  const calls: string[] = [];
  const next: { name: string; run: (() => Promise<unknown>) | null } = { name: '', run: null };
  const world = makeWorld({
    beforePrimitive: async (name) => {
      calls.push(name);
      const { run } = next;
      if (name !== next.name || run === null) return;
      next.run = null;
      await run();
    },
  });
  const ann = await world.person('Ann');
  const before = (name: string, run: () => Promise<unknown>) => Object.assign(next, { name, run });
  return { ...world, calls, ann, before };
}

test("a call whose user's account ends while the call looks for an item is refused for that reason, not as missing", async () => {
  const { ann, authority, before, store } = await interrupted();
  before('items', () => authority.deleteAccount({ userId: ann.id }));
  const refused = ann.send('PATCH', '/api/items/1', { title: 'x' }, { opId: 'op' });
  await expect(refused).rejects.toThrow(AccountEnded);
  expect(store.tables().ops).toEqual([]);
});

test('a call of a user whose account has ended is refused before it reads or writes anything', async () => {
  const { ann, authority, calls } = await interrupted();
  await authority.deleteAccount({ userId: ann.id });
  calls.length = 0;
  const refused = ann.send('POST', '/api/items', { type: 'todo', title: 'late' });
  await expect(refused).rejects.toThrow(AccountEnded);
  expect(calls).toEqual(['standing']);
});

test("a call whose user's account starts empty while the call looks for an item is refused as well", async () => {
  const { authority, before, clock } = await interrupted();
  const who = { phone: '+4915199999999', name: 'Vic', placeholder: false };
  const { id } = await authority.signIn({ ...who, verified: false });
  clock.nowMs += 1000;
  before('items', () => authority.signIn({ ...who, verified: true, start: 'empty' }));
  const request = { method: 'PATCH', url: '/api/items/1', data: { title: 'x' } };
  await expect(authority.request({ userId: id }, request)).rejects.toThrow(AccountEnded);
});

test('a call of a user whose account has started empty since the call was accepted reads nothing', async () => {
  const { ann, authority, store } = await interrupted();
  const { life = 0 } = await store.read((reads) => reads.standing(ann.id));
  const list = (of: number) =>
    authority.list({ userId: ann.id, accountGeneration: of }, { type: null, page: 1 });
  expect((await list(life)).total).toBe(0);
  await expect(list(life + 1)).rejects.toThrow(AccountEnded);
});

test('a device that is up to date gets its response without a look at former runs', async () => {
  const { ann, authority, calls, store } = await interrupted();
  await ann.create({ type: 'todo', title: 'todo' });
  const { run, head, epoch } = await store.read((reads) => reads.standing(ann.id));
  calls.length = 0;
  const caller = { userId: ann.id, epoch, positions: [{ run, head }] };
  expect((await authority.list(caller, { type: null, page: 1 })).total).toBe(1);
  expect(calls).not.toContain('runEnds');
});

test('a device that names another epoch is refused, and no epoch is renewed', async () => {
  const { ann, authority, calls } = await interrupted();
  calls.length = 0;
  const caller = { userId: ann.id, epoch: 'e0' };
  const page = authority.list(caller, { type: null, page: 1 });
  await expect(page).rejects.toThrow(EpochChangedError);
  expect(calls).toEqual(['standing']);
});

test('a device that hits a bug keeps its epoch', async () => {
  const { ann, authority, calls, before } = await interrupted();
  before('pageOfItems', () => Promise.reject(new Error('a bug')));
  calls.length = 0;
  const page = authority.list({ userId: ann.id }, { type: null, page: 1 });
  await expect(page).rejects.toThrow('a bug');
  expect(calls).not.toContain('renewEpoch');
});
