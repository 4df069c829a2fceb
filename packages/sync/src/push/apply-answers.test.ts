import type { BatchResult } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import type { QueuedRequest } from '../store/queued-request.ts';
import { answer, refused, taken } from '../testing/answers.ts';
import { deviceWith } from '../testing/device-with.ts';
import { blockedFor, madeHere, pending, queuedCreate } from '../testing/queued.ts';
import { createData } from '../store/operation.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import type { BatchEffects } from './apply-answers.ts';
import { inStep } from '../testing/in-step.ts';

const uuid = uuidOf(1);

async function withOne(): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep({ uuid, type: 'todo', title: 'first' });
  return { world, one };
}

test('[I17] an overtaken response puts no older row below the displayed state', async () => {
  const { world, one } = await withOne();
  await one.edit(uuid, { title: 'mine' });
  let newest = 0;
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'batch') return;
    await world.server.change(uuid, { description: 'theirs' });
    const base = await world.server.view(uuid);
    newest = base.rev;
    // Another tab fetched and compared the row while this response was in transit.
    await one.store.write(async (tx) => {
      const row = await tx.itemByUuid(uuid);
      if (row !== undefined) await tx.putItems([{ ...row, base }]);
    });
  };
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
  const row = await one.row(uuid);
  expect(row.base?.rev).toBe(newest);
  expect(row).toMatchObject({ title: 'mine', description: 'theirs', _syncStatus: 'synced' });
});

test('a response that leaves the rights unchanged fetches nothing below again', async () => {
  const { world, one } = await withOne();
  one.transport.isEarlierNode = true;
  await world.server.seed({ uuid: uuidOf(2), type: 'campaign', title: 'above' });
  await one.engine.run('timer');
  await one.edit(uuidOf(2), { title: 'mine' });
  one.transport.calls.length = 0;
  await one.engine.run('action');
  expect(world.server.items.get(uuidOf(2))?.title).toBe('mine');
  expect(one.transport.calls.filter((call) => call === 'items')).toHaveLength(3);
});

/** The report of responses that moved this number of requests, and nothing else. */
function applied(moved: number, more: Partial<BatchEffects> = {}): BatchEffects {
  const none = { orphanedUuids: [], behind: new Set<ItemType>(), failedIds: [], earlyIds: [] };
  return { moved, ...none, ended: null, ...more };
}

const limit = { kind: 'verdict', code: 'limit', status: 422 } as const;
const after = (id: string) => ({ basis: { after: id }, sent: true });

test('an entry that ends the cycle stays in the queue with those after it', async () => {
  const queue = [1, 2, 3].map((seq) => queuedRequest(seq, seq, { sent: true }));
  const rows = [1, 2, 3].map((number) => pending(number));
  const ended = { kind: 'ended', status: 401, code: 'unauthenticated' } as const;
  const one = await deviceWith(rows, ...queue);
  const results = [
    taken('request-1', serverRow(1, { rev: 9 })),
    refused('request-2', 'unauthenticated'),
    taken('request-3', serverRow(3, { rev: 9 })),
  ];
  expect(await answer(one, ...results)).toEqual(applied(1, { ended }));
  expect(await one.queue()).toEqual(queue.slice(1));
});

test('a response to a request that is not the next one, or is no longer waiting, changes nothing', async () => {
  const queued = queuedRequest(1, 1, { sent: true });
  const one = await deviceWith([pending(1)], queued);
  const notRun = { id: 'request-1', status: 0, code: 'not_run' } as const;
  expect(await answer(one, notRun, taken('request-7', serverRow(1)))).toEqual(applied(0));
  const failedIds = ['request-1'];
  expect(await answer(one, refused('request-1', 'unavailable'))).toEqual(applied(0, { failedIds }));
  expect(await one.queue()).toEqual([queued]);
  expect(await answer(one, refused('request-1', 'internal'))).toEqual(applied(0, { failedIds }));
  expect(await one.queue()).toEqual([{ ...queued, retries: 1 }]);
});

test('[I12] a create queued before its parent waits for it, and is no longer held up once it has no parent', async () => {
  const needs = [uuidOf(9)];
  const [child, moved] = [queuedCreate(1, 1, { needs }), queuedRequest(2, 2, { needs })];
  const parent = queuedCreate(3, 9);
  const one = await deviceWith([madeHere(1), pending(2), madeHere(9)], child, moved, parent);
  const results = [child, moved].map(({ id }) => refused(id, 'parent_pending'));
  const earlyIds = [child.id, moved.id];
  expect(await answer(one, ...results)).toEqual(applied(0, { earlyIds }));
  expect(await one.queue()).toEqual([child, moved, parent]);

  await one.store.write((tx) => tx.deleteRequest(parent.id));
  const orphanedUuids = [uuidOf(1)];
  expect(await answer(one, ...results)).toEqual(applied(2, { orphanedUuids }));
  const why = { kind: 'verdict', code: 'parent_gone', status: 409 };
  expect(await one.queue()).toMatchObject([
    { itemUuid: uuidOf(1), needs: [], data: { parent_id: null }, sent: false },
    { id: moved.id, state: { why } },
  ]);
});

test('[I3] a copy waits for the create of its item, and is removed if the item is deleted or never created', async () => {
  const copied = { ...createData(localItem(1)), occurrence_of: uuidOf(9) };
  const copy = queuedCreate(1, 1, { data: copied, needs: [uuidOf(9)] });
  const label = queuedRequest(2, 1, { method: 'POST', url: `/api/items/${uuidOf(1)}/labels` });
  for (const code of ['parent_pending', 'parent_gone'] as const) {
    const item = queuedCreate(3, 9);
    const one = await deviceWith([madeHere(1), madeHere(9)], copy, label, item);
    const result = refused(copy.id, code);
    expect(await answer(one, result)).toEqual(applied(0, { earlyIds: [copy.id] }));
    expect(await one.queue()).toEqual([copy, label, item]);

    await one.store.write((tx) => tx.deleteRequest(item.id));
    expect(await answer(one, result)).toEqual(applied(1));
    expect(await one.queue()).toEqual([]);
    expect(await one.read((tx) => tx.itemByUuid(uuidOf(1)))).toBeUndefined();
  }
});

test('a create that needs no parent goes to the top level if the server does not have the parent', async () => {
  const one = await deviceWith([], queuedCreate(1, 1));
  const orphanedUuids = [uuidOf(1)];
  const result = refused('request-1', 'parent_pending');
  expect(await answer(one, result)).toEqual(applied(1, { orphanedUuids }));
});

test('[I1] an item that is missing only while its create waits does not count as deleted', async () => {
  const [first, edit] = [queuedCreate(1, 1), queuedRequest(2, 1, after('request-1'))];
  const one = await deviceWith([madeHere(1)], first, edit);
  expect(await answer(one, refused(edit.id, 'not_found'))).toEqual(applied(0));
  expect(await one.queue()).toEqual([first, edit]);
  // The create explains neither another refusal nor its own.
  expect(await answer(one, refused(edit.id, 'limit'))).toEqual(applied(1));
  expect(await one.queue()).toMatchObject([first, { id: edit.id, state: { why: limit } }]);
  expect(await answer(one, refused(first.id, 'not_found'))).toEqual(applied(1));
  expect((await one.queue())[0]?.state).toMatchObject({ why: { code: 'not_found' } });
});

test('[I20] a request refused together with the one before it is sent again with that one', async () => {
  const head = queuedRequest(1, 1, { sent: true });
  const behind = queuedRequest(2, 1, after('request-1'));
  const last = queuedRequest(3, 1, after('request-2'));
  const heads: readonly (readonly [string, Partial<QueuedRequest>])[] = [
    ['under its key', {}],
    ['under a new key', { sent: false }],
    ['blocked', { state: blockedFor(limit) }],
  ];
  for (const [what, fields] of heads) {
    const one = await deviceWith([pending(1)], { ...head, ...fields }, behind, last);
    const isSame = what === 'under its key';
    const result = refused(behind.id, 'after_failed');
    expect(await answer(one, result), what).toEqual(applied(isSame ? 0 : 1));
    const [, again, next] = await one.queue();
    expect(again?.id === behind.id, what).toBe(isSame);
    expect(again?.basis, what).toEqual(behind.basis);
    expect(next?.basis, what).toEqual({ after: again?.id });
    const why = { kind: 'dependency', on: head.id };
    if (what === 'blocked') expect([again?.state, next?.state]).toMatchObject([{ why }, {}]);
    else expect(again?.state, what).toEqual({ kind: 'queued' });
  }
});

test('[I20] a blocked request stays blocked until it takes effect, under a key that the server accepts', async () => {
  const why = { kind: 'dependency', on: 'request-1' } as const;
  const head = queuedRequest(1, 1, { state: blockedFor(limit), sent: true });
  const behind = queuedRequest(2, 1, { ...after('request-1'), state: blockedFor(why) });
  const one = await deviceWith([pending(1)], head, behind);
  expect(await answer(one, refused(behind.id, 'stale', serverRow(1)))).toEqual(applied(0));
  expect(await answer(one, refused(behind.id, 'limit'))).toEqual(applied(0));
  expect(await one.queue()).toEqual([head, behind]);
  expect(await answer(one, refused(behind.id, 'after_failed'))).toEqual(applied(0));
  const [, again] = await one.queue();
  expect(again).toMatchObject({ state: behind.state, sent: false });
  expect(again?.id).not.toBe(behind.id);
  expect(await answer(one, taken(head.id, serverRow(1, { rev: 9 })))).toEqual(applied(1));
  expect(await one.queue()).toMatchObject([{ id: again?.id, state: { kind: 'queued' } }]);
});

test('[I7] only streams that a response leaves incomplete are pulled again', async () => {
  const todo = new Set(['todo']);
  const cases: readonly (readonly [string, BatchResult, ReadonlySet<string>])[] = [
    ['an item', taken('request-1', serverRow(1, { rev: 9 })), new Set()],
    ['no item', taken('request-1', null), todo],
    ['what others made of it', refused('request-1', 'stale', serverRow(1, { rev: 9 })), new Set()],
    ['that others changed it', { id: 'request-1', status: 412, body: null }, todo],
    ['that it is missing', refused('request-1', 'not_found'), todo],
    ['a refusal', refused('request-1', 'limit'), new Set()],
  ];
  for (const [what, result, behind] of cases) {
    const one = await deviceWith([pending(1)], queuedRequest(1, 1, { sent: true }));
    expect((await answer(one, result)).behind, what).toEqual(behind);
  }
  const removing = queuedRequest(1, 1, { method: 'DELETE', data: null });
  const gone = await deviceWith(
    [pending(1, {}, { _deleted: true, deletedBy: 'request-1' })],
    removing,
  );
  expect(await answer(gone, taken('request-1', null))).toEqual(applied(1));
  for (const result of [taken('request-1', serverRow(1)), taken('request-1', null)]) {
    const erased = await deviceWith([], queuedRequest(1, 1, { sent: true }));
    expect(await answer(erased, result)).toEqual(applied(1));
    expect(await erased.queue()).toEqual([]);
  }
});

test.each([
  ['permission', { permission: 'view' }],
  ['assignee', { assigned_to: 7 }],
  ['parent', { parent_id: 5, parent_uuid: uuidOf(5) }],
] as const)(
  '[I7] a response with another %s causes the items below to be pulled again',
  async (_, change) => {
    for (const [type, below] of [
      ['campaign', ['task', 'todo']],
      ['task', ['todo']],
      ['todo', []],
    ] as const) {
      const one = await deviceWith([pending(1, { type })], queuedRequest(1, 1, { sent: true }));
      const changed = taken('request-1', serverRow(1, { type, rev: 9, ...change }));
      expect(await answer(one, changed)).toEqual(applied(1, { behind: new Set(below) }));
    }
    const other = await deviceWith(
      [pending(1, { type: 'task' })],
      queuedRequest(1, 1, { sent: true }),
    );
    const plain = taken('request-1', serverRow(1, { type: 'task', rev: 9, title: 'mine' }));
    expect(await answer(other, plain)).toEqual(applied(1));
  },
);

test('the people that a response names are stored', async () => {
  const row = serverRow(1, { rev: 9, assigned_to: 7 });
  for (const result of [taken('request-1', row), refused('request-1', 'stale', row)]) {
    const one = await deviceWith([pending(1)], queuedRequest(1, 1, { sent: true }));
    await answer(one, result);
    const known = (await one.read((tx) => tx.users())).map(({ id }) => id);
    expect(new Set(known)).toEqual(new Set([row.user_id, 7]));
  }
});

test('a response that contains the item does not apply its request again over the item', async () => {
  const one = await deviceWith([pending(1)], queuedRequest(1, 1, { sent: true }));
  const row = serverRow(1, { rev: 9, title: 'title 1', updated_at: '2026-01-04T00:00:00.000Z' });
  await answer(one, taken('request-1', row));
  expect(await one.row(uuidOf(1))).toMatchObject({ base: row, _syncStatus: 'synced' });
});
