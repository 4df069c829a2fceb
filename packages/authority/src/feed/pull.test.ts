import { streamsDelta } from '@foray/contract';
import { itemTypes } from '@foray/domain';
import { EpochChangedError } from '../epochs/epoch-checked-store.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import { makeWorld } from '../testing/world.ts';

const limit = 10;
const fromStart = { campaign: 0, task: 0, todo: 0, changes: 0, limit };

test('[SYNC-20] a pull of all streams has the pages of each, from one snapshot', async () => {
  const { person, authority } = makeWorld();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const campaign = await ann.create({ type: 'campaign', title: 'c', assigned_to: bob.id });
  await ann.create({ type: 'task', title: 't', parent_id: campaign.id });
  const gone = await ann.create({ type: 'todo', title: 'gone' });
  await ann.send('DELETE', `/api/items/${gone.id}`);
  for (const { id: userId } of [ann, bob]) {
    const pulled = await authority.pull({ userId }, fromStart);
    if (!pulled.ok) throw pulled.error;
    expect(streamsDelta.parse(pulled.value)).toEqual(pulled.value);
    const pages: Record<string, unknown> = { epoch: 'e1', now: pulled.value.now };
    for (const type of itemTypes) {
      const page = await authority.delta({ userId }, { type, since: 0, limit });
      pages[type] = page.ok && page.value;
    }
    const changes = await authority.changes({ userId }, { since: 0, limit });
    pages['changes'] = changes.ok && changes.value;
    expect(pulled.value).toEqual(pages);
    const cursors = new Set(
      [...itemTypes, 'changes' as const].map((stream) => pulled.value[stream]?.cursor),
    );
    expect(cursors.size).toBe(1);
  }
});

test('[SYNC-20] a pull contains only the streams that it names, and each ends after its limit', async () => {
  const { person, authority } = makeWorld();
  const ann = await person('Ann');
  const caller = { userId: ann.id };
  for (const title of ['a', 'b', 'c']) await ann.create({ type: 'todo', title });
  await ann.create({ type: 'task', title: 'd' });
  const pulled = await authority.pull(caller, { todo: 0, task: 0, limit: 2 });
  expect(pulled).toMatchObject({
    ok: true,
    value: { todo: { more: true }, task: { more: false, data: [{ title: 'd' }] } },
  });
  expect(Object.keys(pulled.ok ? pulled.value : {}).toSorted()).toEqual([
    'epoch',
    'now',
    'task',
    'todo',
  ]);
});

test('[SYNC-20] [I10] any cursor beyond the head refuses the whole pull', async () => {
  const { person, authority } = makeWorld();
  const ann = await person('Ann');
  await ann.create({ type: 'todo', title: 'a' });
  for (const stream of [...itemTypes, 'changes']) {
    const query = { ...fromStart, [stream]: 1_000 };
    expect(await authority.pull({ userId: ann.id }, query), stream).toMatchObject({ ok: false });
  }
});

const entry = {
  id: 'made',
  method: 'POST' as const,
  url: '/api/items',
  data: { type: 'todo', title: 'made' },
};

test('[SYNC-20] a batch brings what it changed, and what others changed before it', async () => {
  const { person, authority } = makeWorld();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await bob.create({ type: 'task', title: 'of Bob', assigned_to: ann.id });
  const answer = await authority.batch({ userId: ann.id }, [entry], Infinity, fromStart);
  expect(answer).toMatchObject({
    results: [{ status: 201 }],
    delta: {
      task: { data: [{ title: 'of Bob' }] },
      todo: { data: [{ title: 'made' }] },
      changes: { notifications: [{ kind: 'assigned' }] },
    },
  });
  expect(await authority.batch({ userId: ann.id }, [entry], Infinity)).not.toHaveProperty('delta');
});

test('[SYNC-20] a batch that took effect is answered without its changes if they cannot be read', async () => {
  let fault: Error | null = null;
  const world = makeWorld({
    beforePrimitive: async (name) => {
      if (fault !== null && name === 'itemFeeds') throw fault;
    },
  });
  const ann = await world.person('Ann');
  const send = (id: string) =>
    world.authority.batch({ userId: ann.id }, [{ ...entry, id }], Infinity, fromStart);
  for (const failure of [new StoreUnavailable('away'), new Error('bug')]) {
    fault = failure;
    const answer = await send(failure.message);
    expect(answer).toMatchObject({ results: [{ status: 201 }] });
    expect(answer).not.toHaveProperty('delta');
  }
  expect(world.bugs).toEqual([fault]);
});

test('[SYNC-20] [I1] a history that loses the batch before its changes are read refuses the call', async () => {
  let restore: () => void = () => undefined;
  const world = makeWorld({ afterCommit: () => restore() });
  const ann = await world.person('Ann');
  const { epoch } = world.store;
  const backup = world.store.backup();
  restore = () => {
    restore = () => undefined;
    world.store.restore(backup);
  };
  const sent = world.authority.batch({ userId: ann.id, epoch }, [entry], Infinity, fromStart);
  await expect(sent).rejects.toThrow(EpochChangedError);
});
