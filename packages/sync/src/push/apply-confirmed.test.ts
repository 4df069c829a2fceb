import { formatEtag, type DeltaItem } from '@foray/contract';
import { importedUuid } from '@foray/domain';
import type { QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { answer, refused, taken } from '../testing/answers.ts';
import { deviceWith } from '../testing/device-with.ts';
import { madeHere, pending, queuedCreate, queuedDelete } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import type { TestDevice } from '../testing/test-world.ts';

const uuid = uuidOf(1);
const sent = { sent: true } as const;
const later = '2026-01-04T00:00:00.000Z';

function buffered(one: TestDevice, number = 1) {
  return one.read((tx) => tx.meta(storedName.buffered, uuidOf(number)));
}

/** An edit of the title that gets this response, while `behind` waits behind it. */
async function answeredBefore(behind: QueuedRequest, received: Partial<DeltaItem>) {
  const one = await deviceWith([pending(1)], queuedRequest(1, 1, sent), behind);
  const row = serverRow(1, { title: 'title 1', updated_at: later, rev: 9, ...received });
  await answer(one, taken('request-1', row));
  return { one, row };
}

test('[I20] a change by others in a response is asked about only if a later request changes the same field', async () => {
  const edit = queuedRequest(2, 1, { data: { title: 'mine' }, basis: { after: 'request-1' } });
  const isAsked: readonly (readonly [string, Partial<DeltaItem>, boolean])[] = [
    ['nothing', {}, false],
    ['another field', { description: 'theirs' }, false],
    ['the field', { title: 'theirs' }, true],
    ['both', { title: 'theirs', description: 'theirs' }, true],
    ['the field to the same', { title: 'mine' }, false],
  ];
  for (const [what, received, asks] of isAsked) {
    const { one, row } = await answeredBefore(edit, received);
    expect(await buffered(one), what).toEqual(asks ? { kind: 'row', row } : undefined);
    const base = asks ? { title: 'title 1', rev: 1, version: 0 } : row;
    expect(await one.row(uuid), what).toMatchObject({ title: 'mine', base });
  }
});

test('[I20] a status that was rolled up in a response is not a change by others', async () => {
  const first = queuedRequest(1, 1, { ...sent, data: { status: 'completed' } });
  const basis = { after: 'request-1' };
  const reopened = queuedRequest(2, 1, { data: { status: 'pending' }, basis });
  const isAsked: readonly (readonly [string, number, boolean, Partial<QueuedRequest>?])[] = [
    ['the version is what this device made it: a child was added', 2, false],
    ['others have changed the item too', 3, true],
    ['the next request has been sent too', 3, false, sent],
    ['others have changed the item too', 4, true, sent],
  ];
  for (const [what, version, asks, next = {}] of isAsked) {
    const behind = { ...reopened, ...next };
    const one = await deviceWith([pending(1, { version: 1 })], first, behind);
    const row = serverRow(1, { status: 'in_progress', updated_at: later, rev: 9, version });
    await answer(one, taken('request-1', row));
    expect(await buffered(one), what).toEqual(asks ? { kind: 'row', row } : undefined);
    expect(await one.row(uuid), what).toMatchObject({ status: 'pending' });
  }
});

test('[I12] a change by others that this device has applied is not asked about again because of a late response', async () => {
  // Pulled while the request was blocked though it had taken effect: the queued change stayed on top.
  const row = serverRow(1, { title: 'theirs', updated_at: later, rev: 9, version: 3 });
  const edit = queuedRequest(2, 1, { data: { title: 'mine' }, basis: { after: 'request-1' } });
  const one = await deviceWith([pending(1, row)], queuedRequest(1, 1, sent), edit);
  await answer(one, taken('request-1', row));
  expect(await buffered(one)).toBeUndefined();
  expect(await one.row(uuid)).toMatchObject({ title: 'mine', base: row });
  expect(await one.queue()).toMatchObject([
    { id: 'request-2', basis: { ifMatch: formatEtag({ epoch: 'e1', version: 3 }) } },
  ]);
});

test('[I20] a delete queued after a response is asked about for any change by others except a roll-up', async () => {
  const isAsked: readonly (readonly [string, Partial<DeltaItem>, boolean])[] = [
    ['nothing', {}, false],
    ['a roll-up', { status: 'in_progress' }, false],
    ['a title', { title: 'theirs' }, true],
    ['both', { title: 'theirs', status: 'in_progress' }, true],
  ];
  for (const [what, received, asks] of isAsked) {
    const { one, row } = await answeredBefore(
      { ...queuedDelete(2, 1), sent: false },
      { updated_at: '2026-01-01T00:00:00.000Z', ...received },
    );
    expect(await buffered(one), what).toEqual(asks ? { kind: 'row', row } : undefined);
  }
});

test('[I7] a response without later requests is applied at once, even for an item deleted here', async () => {
  for (const fields of [{}, { _deleted: true, deletedBy: 'request-0' }]) {
    const one = await deviceWith([pending(1, {}, fields)], queuedRequest(1, 1, sent));
    const row = serverRow(1, { title: 'theirs', rev: 9 });
    await answer(one, taken('request-1', row));
    expect(await buffered(one)).toBeUndefined();
    expect((await one.row(uuid)).base).toEqual(row);
  }
});

test('[I20] requests after an edit are based on its effect if the item has been hidden since', async () => {
  const assign = { method: 'POST', url: `/api/items/${uuid}/assign` } as const;
  const cases: readonly (readonly [Partial<QueuedRequest>, Partial<DeltaItem>])[] = [
    [{ data: { title: 'mine' } }, { title: 'mine' }],
    [{ ...assign, data: { user_id: 7 } }, { assigned_to: 7 }],
    [{ data: { parent_id: uuidOf(2) } }, { parent_uuid: uuidOf(2), parent_id: 2 }],
    [{ data: { parent_id: uuidOf(3) } }, { parent_uuid: uuidOf(3), parent_id: null }],
    [{ data: { parent_id: null } }, { parent_uuid: null, parent_id: null }],
  ];
  const place = { parent_uuid: uuidOf(4), parent_id: 4 };
  for (const [request, effect] of cases) {
    const rows = [pending(1, place), pending(2, { type: 'task' })];
    const one = await deviceWith(rows, queuedRequest(1, 1, { ...sent, ...request }));
    expect((await answer(one, taken('request-1', null))).moved).toBe(1);
    const { base } = await one.row(uuid);
    expect(base).toMatchObject({ id: 1, version: 1, rev: 1, ...place, ...effect });
  }
});

test('[I20] requests after a create are based on its row even if the item has been deleted since', async () => {
  const restore = { method: 'POST', url: `/api/items/${uuid}/restore`, data: null } as const;
  const edit = queuedRequest(4, 1, { data: { title: 'mine' }, basis: { after: 'request-3' } });
  const queue = [
    queuedCreate(1, 1, sent),
    queuedDelete(2, 1),
    queuedRequest(3, 1, { ...sent, ...restore }),
    edit,
  ];
  const cases: readonly (readonly [title: string, asks: boolean])[] = [
    ['item 1', false],
    ['theirs', true],
  ];
  for (const [title, asks] of cases) {
    const one = await deviceWith([madeHere(1, { title: 'mine' })], ...queue);
    // Sent again, the create gets the response for an item that was deleted by then.
    await answer(one, taken('request-1', null, 201), taken('request-2', null, 204));
    const row = serverRow(1, { title, version: 3, rev: 9 });
    await answer(one, taken('request-3', row));
    expect(await buffered(one), title).toEqual(asks ? { kind: 'row', row } : undefined);
    expect(await one.row(uuid), title).toMatchObject({ title: 'mine', _deleted: false });
  }
});

test('[I20] an effect is not applied over a row that is newer than its request', async () => {
  const edit = queuedRequest(1, 1, { ...sent, sentHead: 5 });
  for (const [rev, title] of [
    [5, 'title 1'],
    [6, 'theirs'],
  ] as const) {
    const one = await deviceWith([pending(1, { rev, title: 'theirs' })], edit);
    await answer(one, taken(edit.id, null));
    expect((await one.row(uuid)).base?.title).toBe(title);
  }
});

test('[I7] a removed person is removed from the server’s rows below the item, and from no others', async () => {
  const task = (number: number, above: number | null): Partial<DeltaItem> => ({
    type: 'task',
    assigned_to: 7,
    parent_id: above,
    parent_uuid: above === null ? null : uuidOf(above),
  });
  const todo = (above: number | null) => ({ ...task(0, above), type: 'todo' }) as const;
  const rows = [
    pending(1, { type: 'campaign', assigned_to: 7 }),
    pending(2, task(2, 1)),
    pending(3, todo(2)),
    pending(4, { ...todo(2), assigned_to: 8 }),
    pending(5, task(5, null)),
    pending(6, todo(5)),
    pending(8, todo(99)),
  ];
  const touches = [1, 2, 3, 4, 5, 6, 7, 8].map(uuidOf);
  const url = `/api/items/${uuid}/remove`;
  const data = { user_id: 7 };
  const one = await deviceWith(
    rows,
    queuedRequest(1, 1, { method: 'POST', url, data, touches, ...sent }),
  );
  const received = serverRow(1, { type: 'campaign', assigned_to: null, rev: 9 });
  await answer(one, taken('request-1', received));
  const assigned = async (number: number) => (await one.row(uuidOf(number))).base?.assigned_to;
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 8].map(assigned))).toEqual([
    null,
    null,
    null,
    8,
    7,
    7,
    7,
  ]);
  const unassigned = await one.read((tx) => tx.metaOf('unassigned'));
  expect(unassigned.map(({ id, value }) => [id, value])).toEqual([
    [uuidOf(2), { assigned_to: 7, rev: 2 }],
    [uuidOf(3), { assigned_to: 7, rev: 3 }],
  ]);
});

test('[I7] a new item deleted before its create is answered is removed, unless the server has sent it', async () => {
  const one = await deviceWith([madeHere(1)], queuedCreate(1, 1, sent));
  const row = serverRow(1, { rev: 9 });
  const newer = { kind: 'row', row } as const;
  await one.store.write((tx) => tx.putMeta(storedName.buffered, uuid, newer));
  await answer(one, taken('request-1', null));
  expect(await one.shown()).toEqual([]);
  // The buffered row may be a restore, which brings the item back.
  expect(await buffered(one)).toEqual(newer);

  // Nobody restores an item that this history has never contained.
  const former = { base: serverRow(1), isLost: false };
  const lost = madeHere(1, { former, _deleted: true, deletedBy: 'request-0' });
  const deleted = await deviceWith([lost], queuedCreate(1, 1, sent));
  await answer(deleted, taken('request-1', null));
  expect(await deleted.read((tx) => tx.metaOf('trash'))).toEqual([]);

  const known = await deviceWith([pending(1)], queuedCreate(1, 1, sent));
  await answer(known, taken('request-1', null));
  expect(await known.shown()).toMatchObject([{ uuid, _syncStatus: 'synced' }]);
  const changed = await deviceWith([madeHere(1)], queuedRequest(1, 1, sent));
  await answer(changed, taken('request-1', null));
  expect(await changed.shown()).toMatchObject([{ uuid }]);
  const behind = queuedRequest(2, 1, { basis: { after: 'request-1' } });
  const edited = await deviceWith([madeHere(1)], queuedCreate(1, 1, sent), behind);
  await answer(edited, taken('request-1', null));
  expect(await edited.shown()).toMatchObject([{ uuid, _syncStatus: 'pending' }]);
});

test('[I1] an import of an item that another device has imported and deleted is shown as refused', async () => {
  const imported = importedUuid('a file', 'an item', 0);
  const about = { itemUuid: imported, touches: [imported], isImport: true, ...sent };
  const gone = taken('request-1', null);
  const why = { kind: 'verdict', code: 'gone', status: 200 };
  const row = { uuid: imported };
  const one = await deviceWith([madeHere(1, row)], queuedCreate(1, 1, about));
  await answer(one, gone);
  expect(await one.queue()).toMatchObject([{ id: 'request-1', state: { why } }]);
  const others = [
    ['no import', [madeHere(1, row)], queuedCreate(1, 1, { ...about, isImport: false })],
    ['a guest’s item', [madeHere(1)], queuedCreate(1, 1, { isImport: true, ...sent })],
    ['an edit', [madeHere(1, row)], queuedRequest(1, 1, about)],
    ['an item that was sent', [pending(1, row)], queuedCreate(1, 1, about)],
    ['an item that left', [], queuedCreate(1, 1, about)],
  ] as const;
  for (const [what, rows, request] of others) {
    const other = await deviceWith(rows, request);
    await answer(other, gone);
    expect(await other.queue(), what).toEqual([]);
  }
  const stale = await deviceWith([madeHere(1, row)], queuedCreate(1, 1, about));
  await answer(stale, { id: 'request-1', status: 412, body: null });
  expect(await stale.queue()).toMatchObject([{ state: { kind: 'queued' } }]);
});

test('[I8] items of a confirmed delete stay hidden, and those restored since do not', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-1' } as const;
  const rows = [pending(1, {}, deleted), pending(2, {}, deleted)];
  const url = `/api/items/${uuidOf(2)}/restore`;
  const restore = queuedRequest(2, 2, { method: 'POST', url, data: null });
  // A third item has left the device meanwhile.
  const one = await deviceWith(rows, queuedDelete(1, 1, 2, 3), restore);
  expect((await answer(one, taken('request-1', null))).moved).toBe(1);
  const marked = (await one.read((tx) => tx.metaOf('deleting'))).map(({ id }) => id);
  expect(marked).toEqual([uuid]);
  expect((await one.shown()).map((row) => row.uuid)).toEqual([uuidOf(2)]);
  const missing = await deviceWith([pending(1, {}, deleted)], queuedDelete(1, 1));
  expect((await answer(missing, refused('request-1', 'not_found'))).moved).toBe(1);
});
