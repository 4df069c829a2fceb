import { itemTypes } from '@foray/domain';
import { expect, test } from 'vitest';
import type { Conflict, Epoch, MetaValues } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import { createData } from '../store/operation.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { enterEpoch, leaveEpoch, upgradeLastRelease } from './epoch-change.ts';

interface Stored {
  readonly items?: readonly LocalItem[];
  readonly queue?: readonly QueuedRequest[];
  /** Absent: of epoch e1, by this release. */
  readonly epoch?: Epoch;
  /** How far the streams of items have been pulled. */
  readonly received?: number;
}

/** A device that holds what is named. */
async function deviceWith({
  items = [],
  queue = [],
  epoch,
  received,
}: Stored = {}): Promise<TestDevice> {
  const one = new TestWorld().newDevice();
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', epoch ?? { epoch: 'e1', knownHead: 0 });
    for (const type of received === undefined ? [] : itemTypes) {
      await tx.putMeta('cursor', type, {
        cursor: received ?? 0,
        fullSince: null,
        isComplete: true,
      });
    }
    await tx.putItems(items);
    for (const request of queue) await tx.putRequest(request);
  });
  return one;
}

/** The server has lost what the device received after `commonHead`. */
function leave(one: TestDevice, commonHead: number, isRefuted = true): Promise<void> {
  return writeOn(one, async (unit) => {
    const known = await unit.tx.meta('epoch', 'server');
    await leaveEpoch(unit, known?.epoch ?? null, { commonHead, isRefuted });
  });
}

async function changeHistory(one: TestDevice, commonHead: number): Promise<void> {
  await leave(one, commonHead);
  await writeOn(one, (unit) => enterEpoch(unit, 'e2'));
}

async function epochs(one: TestDevice): Promise<(Epoch | undefined)[]> {
  return one.read(async (tx) => [
    await tx.meta('epoch', 'server'),
    await tx.meta('epoch', 'former'),
  ]);
}

function conflictAbout(number: number): Conflict {
  const server = serverRow(number, { title: 'theirs', rev: 9, version: 2 });
  return {
    uuid: uuidOf(number),
    kind: 'update',
    base: serverRow(number),
    server,
    removal: null,
    canKeepBoth: false,
    rev: server.rev,
    isAside: true,
    foundAt: server.updated_at,
  };
}

const createOf = (seq: number, number: number, fields: Partial<QueuedRequest> = {}) =>
  queuedRequest(seq, number, {
    method: 'POST',
    url: '/api/items',
    data: createData(localItem(number, { title: `made ${number}` })),
    ...fields,
  });

const pending = { _syncStatus: 'pending' } as const;

test('a refusal of an epoch that another tab has left already changes nothing', async () => {
  const one = await deviceWith({ epoch: { epoch: 'e2', knownHead: 3 } });
  await writeOn(one, (unit) => leaveEpoch(unit, 'e1', { commonHead: 9, isRefuted: true }));
  expect(await epochs(one)).toEqual([{ epoch: 'e2', knownHead: 3 }, undefined]);
  expect(await one.read((tx) => tx.metaOf('cursor'))).toEqual([]);
});

test('a device that knows no history yet enters its first one as it is', async () => {
  const one = await deviceWith();
  await one.store.write((tx) => tx.deleteMeta('epoch', 'server'));
  await leave(one, 0, false);
  expect(await epochs(one)).toEqual([undefined, undefined]);
  await writeOn(one, (unit) => enterEpoch(unit, 'e1'));
  expect(await epochs(one)).toEqual([{ epoch: 'e1', knownHead: 0 }, undefined]);
});

test('[I1] of several refusals before an answer the one with the least in common counts', async () => {
  const one = await deviceWith();
  for (const commonHead of [7, 5, 9]) await leave(one, commonHead);
  expect(await epochs(one)).toEqual([
    undefined,
    {
      epoch: 'e1',
      knownHead: 0,
      toldHead: 5,
      receivedUpTo: { campaign: 0, task: 0, todo: 0 },
      isRefuted: true,
    },
  ]);
  await writeOn(one, (unit) => enterEpoch(unit, 'e2'));
  expect(await epochs(one)).toEqual([{ epoch: 'e2', knownHead: 5, isPartial: true }, undefined]);
});

test('the same history continues, and nothing is sent before rows of an earlier one are received again', async () => {
  const base = serverRow(1);
  const of = { base: serverRow(2), isLost: false };
  const received = heldRow(base);
  const answered = { ...heldRow(serverRow(2)), former: of };
  const ownText = localItem(3, { former: null });
  const waiting = localItem(4, { former: of });
  for (const [items, isPartial] of [
    [[], false],
    [[received, answered, ownText], false],
    [[received, waiting], true],
  ] as const) {
    const one = await deviceWith({ items });
    await leave(one, 5, false);
    await writeOn(one, (unit) => enterEpoch(unit, 'e1'));
    const same = { epoch: 'e1', knownHead: 0 };
    expect(await epochs(one)).toEqual([isPartial ? { ...same, isPartial } : same, undefined]);
    expect(await one.read((tx) => tx.allItems())).toEqual(items);
  }
});

test('[I13] conflicts, buffered changes and restore marks end with their history', async () => {
  const ownText = localItem(1, { former: null, _conflictType: 'update' });
  const one = await deviceWith({ items: [ownText] });
  const removal = { id: 1, uuid: uuidOf(1), reason: 'deleted', rev: 4 } as const;
  await leave(one, 5);
  await one.store.write(async (tx) => {
    await tx.putMeta('conflict', uuidOf(1), conflictAbout(1));
    await tx.putMeta('restoring', uuidOf(2), removal);
    await tx.putMeta(storedName.buffered, uuidOf(1), { kind: 'removal', removal });
  });
  await writeOn(one, (unit) => enterEpoch(unit, 'e2'));
  for (const kind of ['conflict', 'restoring', storedName.buffered] as const) {
    expect(await one.read((tx) => tx.metaOf(kind))).toEqual([]);
  }
  expect(await one.row(uuidOf(1))).not.toHaveProperty('_conflictType');
  expect(one.published.at(-1)).toMatchObject({ hasQueueChanged: true });
});

test('[I1] rows of a history that is over keep their values, and whether the server may lack them', async () => {
  const [early, late] = [serverRow(1, { rev: 2 }), serverRow(2, { rev: 5 })];
  const formerly = (number: number, rev: number, isLost: boolean, sharedUpTo: number) =>
    localItem(number, { former: { base: serverRow(number, { rev }), isLost, sharedUpTo } });
  const items = [
    heldRow(early),
    heldRow(late),
    formerly(3, 2, false, 8),
    formerly(4, 5, false, 8),
    formerly(5, 2, true, 1),
  ];
  const one = await deviceWith({ items, received: 9 });
  await changeHistory(one, 3);
  const rows = await one.shown();
  expect(rows.map(({ base }) => base)).toEqual([null, null, null, null, null]);
  expect(rows.map(({ former }) => [former?.base.rev, former?.isLost, former?.sharedUpTo])).toEqual([
    [2, false, 3],
    [5, true, 3],
    [2, false, 3],
    [5, true, 3],
    [2, true, 1],
  ]);
});

test('[I8] what the server did beyond the rows that were pulled counts as new to the device', async () => {
  // A call of the trash has named a greater head than the streams have come to.
  const item = serverRow(1, { rev: 2 });
  const late = serverRow(2, { rev: 5 });
  const one = await deviceWith({ items: [heldRow(late)], received: 3 });
  const trashed = { item, requestId: 'delete', deletedAt: item.updated_at };
  await one.store.write((tx) => tx.putMeta('trash', item.uuid, trashed));
  await leave(one, 8);
  // The full fetch of the next history has begun when that one is left too.
  await leave(one, 7);
  await writeOn(one, (unit) => enterEpoch(unit, 'e3'));
  const [left] = await one.read((tx) => tx.metaOf('trash'));
  expect(left?.value).toMatchObject({ isLost: false, sharedUpTo: 3 });
  // An answer has given this one.
  expect((await one.row(late.uuid)).former).toMatchObject({ isLost: false, sharedUpTo: 5 });
});

test('[I8] deleted items keep whether the server may lack them', async () => {
  const one = await deviceWith({ received: 9 });
  const trashed = (rev: number, more: Partial<MetaValues['trash']> = {}) => {
    const item = serverRow(1, { rev });
    return { item, requestId: 'delete', deletedAt: item.updated_at, ...more };
  };
  const kept = [trashed(2), trashed(5), trashed(2, { isLost: true, sharedUpTo: 1 })];
  await one.store.write(async (tx) => {
    for (const [at, value] of kept.entries()) await tx.putMeta('trash', uuidOf(at), value);
  });
  await changeHistory(one, 3);
  const left = await one.read((tx) => tx.metaOf('trash'));
  expect(left.map(({ value: { isLost, sharedUpTo } }) => [isLost, sharedUpTo])).toEqual([
    [false, 3],
    [true, 3],
    [true, 1],
  ]);
});

test('[I3] what was sent takes a new key in a new history, and what was not keeps its own', async () => {
  const assign = {
    method: 'POST',
    url: `/api/items/${uuidOf(1)}/assign`,
    data: { user_id: 7 },
  } as const;
  const one = await deviceWith({
    items: [heldRow(serverRow(1), pending)],
    queue: [
      queuedRequest(1, 1, { sent: true, basis: { ifMatch: 'e1:1' } }),
      queuedRequest(2, 1, { ...assign, basis: { after: 'request-1' } }),
    ],
  });
  await changeHistory(one, 3);
  const [edit, behind] = await one.queue();
  expect(edit).toMatchObject({ sent: false, basis: null });
  expect(edit?.id).not.toBe('request-1');
  expect(behind).toMatchObject({ id: 'request-2', basis: { after: edit?.id } });
});

test('what needed attention in the old history is tried again in the new one', async () => {
  const why = { kind: 'dependency', on: 'request-9' } as const;
  const state = { kind: storedName.blocked, why, since: serverRow(1).updated_at } as const;
  const one = await deviceWith({
    items: [heldRow(serverRow(1), pending)],
    queue: [queuedRequest(1, 1, { state, retries: 3 })],
  });
  await changeHistory(one, 3);
  expect(await one.queue()).toMatchObject([{ state: { kind: 'queued' }, retries: 0 }]);
});

test('[I1] a create that may have arrived is one that may repeat another in the new history', async () => {
  const one = await deviceWith({
    items: [1, 2, 3].map((number) => localItem(number, pending)),
    queue: [createOf(1, 1, { sent: true }), createOf(2, 2, { isAgain: true }), createOf(3, 3)],
    received: 9,
  });
  await changeHistory(one, 3);
  expect((await one.queue()).map(({ isAgain }) => isAgain)).toEqual([true, true, undefined]);
  expect((await one.queue()).map(({ id }) => id).slice(1)).toEqual(['request-2', 'request-3']);
  const [sent, again, unsent] = await one.shown();
  const made = { version: 0, title: 'made 1' };
  expect(sent?.former).toMatchObject({ base: made, isLost: false, sharedUpTo: 3 });
  expect(again?.former).toMatchObject({ base: { title: 'made 2' }, isLost: true });
  expect(unsent?.former).toBeUndefined();
});

test('[I11] a create of what the server had already ends with the history, and nothing waits for it', async () => {
  const one = await deviceWith({
    items: [heldRow(serverRow(1), pending), heldRow(serverRow(2), pending)],
    queue: [createOf(1, 1), queuedRequest(2, 2)],
  });
  await changeHistory(one, 3);
  expect((await one.queue()).map(({ id }) => id)).toEqual(['request-2']);
  const rows = await one.shown();
  expect(rows.map(({ _syncStatus }) => _syncStatus)).toEqual(['synced', 'pending']);
});

test('[I24] a create stays queued in a new history though its row cannot be read', async () => {
  const create = createOf(1, 1);
  const one = await deviceWith({ queue: [create] });
  await changeHistory(one, 3);
  expect(await one.queue()).toEqual([create]);
});

test('what was read of the notifications stays read as far as both histories have them', async () => {
  const about = { itemUuid: null, touches: [], url: '/api/notifications/read' };
  const read = queuedRequest(1, 1, { ...about, data: { up_to: 9 }, sent: true });
  for (const [commonHead, upTo] of [
    [3, [3]],
    [0, []],
  ] as const) {
    const one = await deviceWith({ queue: [read] });
    await changeHistory(one, commonHead);
    const queue = await one.queue();
    expect(queue.map(({ data }) => data?.['up_to'])).toEqual(upTo);
    for (const { id, sent } of queue) {
      expect(sent).toBe(false);
      expect(id).not.toBe(read.id);
    }
  }
});

test('[I8] deletes that were confirmed and not yet removed are asked for again, each with its family', async () => {
  const gone = (number: number, deletedBy: string, fields: Partial<LocalItem> = {}) =>
    heldRow(serverRow(number), { _deleted: true, deletedBy, ...fields });
  const one = await deviceWith({
    items: [
      gone(1, 'first', { parent_uuid: uuidOf(2) }),
      gone(2, 'first'),
      gone(3, 'second'),
      gone(4, 'another'),
      heldRow(serverRow(5)),
    ],
  });
  await one.store.write(async (tx) => {
    const marks = ['first', 'first', 'second', 'first', 'first', 'first'];
    for (const [at, requestId] of marks.entries()) {
      const mark = { requestId, deletedAt: serverRow(1).updated_at };
      await tx.putMeta('deleting', uuidOf(at + 1), mark);
    }
  });
  await changeHistory(one, 3);
  const queue = await one.queue();
  expect(queue.map(({ method, touches, data }) => [method, touches, data])).toEqual([
    ['DELETE', [uuidOf(2), uuidOf(1)], { children: [uuidOf(1)] }],
    ['DELETE', [uuidOf(3)], null],
  ]);
  expect(await one.read((tx) => tx.metaOf('deleting'))).toEqual([]);
  const rows = await one.read((tx) => tx.allItems());
  const [first, second] = queue.map(({ id }) => id);
  expect(rows.map(({ deletedBy, _syncStatus }) => [deletedBy, _syncStatus])).toEqual([
    [first, 'pending'],
    [first, 'pending'],
    [second, 'pending'],
    ['another', 'synced'],
    [null, 'synced'],
  ]);
});

test('[I8] a delete is asked for again with what it took, also where a change of that still waits', async () => {
  const gone = { _deleted: true, deletedBy: 'first' } as const;
  const edit = queuedRequest(1, 1, { data: { title: 'Mine' }, sent: true });
  const one = await deviceWith({
    items: [
      heldRow(serverRow(1), { ...gone, ...pending, title: 'Mine', parent_uuid: uuidOf(2) }),
      heldRow(serverRow(2), gone),
    ],
    queue: [edit],
  });
  await one.store.write(async (tx) => {
    const mark = { requestId: 'first', deletedAt: serverRow(1).updated_at };
    for (const number of [1, 2]) await tx.putMeta('deleting', uuidOf(number), mark);
  });
  await changeHistory(one, 3);
  const queue = await one.queue();
  expect(queue.map(({ method, touches, data }) => [method, touches, data])).toEqual([
    ['PATCH', [uuidOf(1)], { title: 'Mine' }],
    ['DELETE', [uuidOf(2), uuidOf(1)], { children: [uuidOf(1)] }],
  ]);
  const rows = await one.read((tx) => tx.allItems());
  const remove = queue[1]?.id;
  expect(rows.map(({ deletedBy }) => deletedBy)).toEqual([remove, remove]);
});

test('data of the last release without traces of an earlier history keeps what it has received', async () => {
  const items = [heldRow(serverRow(1), pending), heldRow(serverRow(2))];
  for (const queue of [[], [queuedRequest(1, 1)]]) {
    const one = await deviceWith({ items, queue, epoch: { epoch: 'e1' } });
    const whole = { cursor: 9, fullSince: null, isComplete: true };
    await one.store.write(async (tx) => {
      for (const stream of ['task', 'changes']) await tx.putMeta('cursor', stream, whole);
    });
    await writeOn(one, upgradeLastRelease);
    const upgraded = { epoch: 'e1', knownHead: 0 };
    expect(await epochs(one)).toEqual([upgraded, undefined]);
    expect(await one.read((tx) => tx.meta('cursor', 'task'))).toEqual(whole);
    // People and notifications were not compared with the server's.
    expect(await one.read((tx) => tx.meta('cursor', 'changes'))).toMatchObject({ cursor: 0 });
    expect(await one.read((tx) => tx.allItems())).toEqual(items);
    expect(await one.queue()).toEqual(queue);
  }
});

test.each(['a conflict', 'a create that may repeat another', 'a row of an earlier history'])(
  '[RESTORE-03] %s that the last release left ends its history, and everything is fetched again',
  async (trace) => {
    const isRow = trace === 'a row of an earlier history';
    const over = heldRow(serverRow(1, isRow ? { rev: 0, version: 0 } : {}));
    const again = createOf(1, 3, { isAgain: true });
    const isCreate = trace === 'a create that may repeat another';
    const one = await deviceWith({
      items: [over, heldRow(serverRow(2)), localItem(3, pending)],
      queue: [...(isCreate ? [again] : []), queuedRequest(2, 3)],
      epoch: { epoch: 'e1' },
    });
    if (trace === 'a conflict') {
      await one.store.write((tx) => tx.putMeta('conflict', uuidOf(1), conflictAbout(1)));
    }
    await writeOn(one, upgradeLastRelease);
    expect(await epochs(one)).toEqual([{ epoch: 'e1', knownHead: 0, isPartial: true }, undefined]);
    const cursor = await one.read((tx) => tx.meta('cursor', 'task'));
    expect(cursor).toMatchObject({ cursor: 0, isComplete: false });
    const [first, second] = await one.shown();
    // Everything but the rows of a history that was over was compared.
    expect(first).toMatchObject({ base: null, former: { isLost: isRow } });
    expect(second).toMatchObject({ base: null, former: { isLost: false } });
  },
);

test('what another tab has upgraded, or left, is not upgraded again', async () => {
  const upgraded = { epoch: 'e1', knownHead: 4 };
  const one = await deviceWith({ items: [heldRow(serverRow(1))], epoch: upgraded });
  await writeOn(one, upgradeLastRelease);
  expect(await epochs(one)).toEqual([upgraded, undefined]);
  await one.store.write((tx) => tx.deleteMeta('epoch', 'server'));
  await writeOn(one, upgradeLastRelease);
  expect(await epochs(one)).toEqual([undefined, undefined]);
  expect(await one.read((tx) => tx.metaOf('cursor'))).toEqual([]);
});
