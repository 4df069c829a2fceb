import { storedName } from '../store/stored-names.ts';
import type { LocalItem } from '../store/local-item.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { changeHistory, createOf, deviceWith, pending } from '../testing/epoch-device.ts';

test('[I3] a sent request gets a new key in a new history, and an unsent one keeps its key', async () => {
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

test('a request that needed attention in the old history is retried in the new one', async () => {
  const why = { kind: 'dependency', on: 'request-9' } as const;
  const state = { kind: storedName.blocked, why, since: serverRow(1).updated_at } as const;
  const one = await deviceWith({
    items: [heldRow(serverRow(1), pending)],
    queue: [queuedRequest(1, 1, { state, retries: 3 })],
  });
  await changeHistory(one, 3);
  expect(await one.queue()).toMatchObject([{ state: { kind: 'queued' }, retries: 0 }]);
});

test('[I1] a create that may have arrived counts as a possible duplicate in the new history', async () => {
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

test('[I11] a create of an item that the server had ends with the history, and nothing waits for it', async () => {
  const one = await deviceWith({
    items: [heldRow(serverRow(1), pending), heldRow(serverRow(2), pending)],
    queue: [createOf(1, 1), queuedRequest(2, 2)],
  });
  await changeHistory(one, 3);
  expect((await one.queue()).map(({ id }) => id)).toEqual(['request-2']);
  const rows = await one.shown();
  expect(rows.map(({ _syncStatus }) => _syncStatus)).toEqual(['synced', 'pending']);
});

test('[I24] a create stays queued in a new history even if its row cannot be read', async () => {
  const create = createOf(1, 1);
  const one = await deviceWith({ queue: [create] });
  await changeHistory(one, 3);
  expect(await one.queue()).toEqual([create]);
});

test('read notifications stay read if both histories have them', async () => {
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

test('[I8] confirmed deletes whose removal has not arrived are queued again, each with its family', async () => {
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

test('[I8] a delete is queued again with its items, even if a change of them still waits', async () => {
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

test('[REPEAT-13] a copy that an undo removed is removed by an undo again, not merely deleted', async () => {
  const past = { occurrence: 3, occurrence_of: uuidOf(1), status: 'completed' } as const;
  const gone = { _deleted: true, deletedBy: 'undo', ...past } as const;
  const one = await deviceWith({
    items: [heldRow(serverRow(1)), heldRow(serverRow(2, past), gone)],
  });
  const mark = { requestId: 'undo', deletedAt: serverRow(2).updated_at, isUndone: true } as const;
  await one.store.write((tx) => tx.putMeta('deleting', uuidOf(2), mark));
  await changeHistory(one, 3);
  const [again, ...others] = await one.queue();
  expect(others).toEqual([]);
  expect(again).toMatchObject({
    method: 'DELETE',
    url: `/api/items/${uuidOf(1)}/occurrences/3`,
    data: null,
    touches: [uuidOf(1), uuidOf(2)],
    copy: { uuid: uuidOf(2) },
  });
  const rows = await one.read((tx) => tx.allItems());
  const [item, copy] = [1, 2].map((id) => rows.find((row) => row.id === id));
  expect(item).toMatchObject({ _deleted: false, _syncStatus: 'pending' });
  expect(copy).toMatchObject({ _deleted: true, deletedBy: again?.id, _syncStatus: 'pending' });
});
