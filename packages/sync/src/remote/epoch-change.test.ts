import type { Conflict, Epoch, MetaValues } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { enterEpoch, leaveEpoch, upgradeLastRelease } from './epoch-change.ts';
import { changeHistory, createOf, deviceWith, leave, pending } from '../testing/epoch-device.ts';

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

test('a refusal of an epoch that another tab has already left changes nothing', async () => {
  const one = await deviceWith({ epoch: { epoch: 'e2', knownHead: 3 } });
  await writeOn(one, (unit) => leaveEpoch(unit, 'e1', { commonHead: 9, isRefuted: true }));
  expect(await epochs(one)).toEqual([{ epoch: 'e2', knownHead: 3 }, undefined]);
  expect(await one.read((tx) => tx.metaOf('cursor'))).toEqual([]);
});

test('a device without a history enters its first one unchanged', async () => {
  const one = await deviceWith();
  await one.store.write((tx) => tx.deleteMeta('epoch', 'server'));
  await leave(one, 0, false);
  expect(await epochs(one)).toEqual([undefined, undefined]);
  await writeOn(one, (unit) => enterEpoch(unit, 'e1'));
  expect(await epochs(one)).toEqual([{ epoch: 'e1', knownHead: 0 }, undefined]);
});

test('[I1] if several refusals arrive before a response, the one with the least in common counts', async () => {
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

test('the same history continues, and nothing is sent before rows of an earlier history are received again', async () => {
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

test('[I1] rows of a history that has ended keep their values, and the mark that the server may lack them', async () => {
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

test('[I8] changes on the server beyond the pulled rows count as new to the device', async () => {
  // A call for the trash has named a head beyond those of the streams.
  const item = serverRow(1, { rev: 2 });
  const late = serverRow(2, { rev: 5 });
  const one = await deviceWith({ items: [heldRow(late)], received: 3 });
  const trashed = { item, requestId: 'delete', deletedAt: item.updated_at };
  await one.store.write((tx) => tx.putMeta('trash', item.uuid, trashed));
  await leave(one, 8);
  // The full fetch of the next history has begun when the device leaves that history too.
  await leave(one, 7);
  await writeOn(one, (unit) => enterEpoch(unit, 'e3'));
  const [left] = await one.read((tx) => tx.metaOf('trash'));
  expect(left?.value).toMatchObject({ isLost: false, sharedUpTo: 3 });
  // An answer has brought this row.
  expect((await one.row(late.uuid)).former).toMatchObject({ isLost: false, sharedUpTo: 5 });
});

test('[I8] deleted items keep the mark that the server may lack them', async () => {
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
  '[RESTORE-03] %s that the last release left behind ends its history, and everything is fetched again',
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
    // Everything was compared except the rows of an ended history.
    expect(first).toMatchObject({ base: null, former: { isLost: isRow } });
    expect(second).toMatchObject({ base: null, former: { isLost: false } });
  },
);

test('data that another tab has upgraded, or whose history it has left, is not upgraded again', async () => {
  const upgraded = { epoch: 'e1', knownHead: 4 };
  const one = await deviceWith({ items: [heldRow(serverRow(1))], epoch: upgraded });
  await writeOn(one, upgradeLastRelease);
  expect(await epochs(one)).toEqual([upgraded, undefined]);
  await one.store.write((tx) => tx.deleteMeta('epoch', 'server'));
  await writeOn(one, upgradeLastRelease);
  expect(await epochs(one)).toEqual([undefined, undefined]);
  expect(await one.read((tx) => tx.metaOf('cursor'))).toEqual([]);
});
