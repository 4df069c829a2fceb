import type { LocalItem } from '../store/local-item.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { answer, refused, taken } from '../testing/answers.ts';
import { deviceWith } from '../testing/device-with.ts';
import { blockedFor, madeHere, pending, queuedCreate, queuedDelete } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';

const sent = { sent: true } as const;
const behind = { basis: { after: 'request-1' }, ...sent } as const;
const limit = { kind: 'verdict', code: 'limit', status: 422 } as const;
const refusedState = { state: blockedFor(limit) } as const;
const waitsFor = (on: string) => ({ state: blockedFor({ kind: 'dependency', on }) }) as const;

test('[I12] a change of an item that has left the device is shown as refused, not sent forever', async () => {
  const results = [
    [refused('request-1', 'not_found'), { code: 'not_found', status: 404 }],
    [refused('request-1', 'stale', serverRow(1)), { code: 'stale', status: 412 }],
  ] as const;
  for (const [result, why] of results) {
    const one = await deviceWith([], queuedRequest(1, 1, sent));
    await answer(one, result);
    const state = { kind: storedName.blocked, why: { kind: 'verdict', ...why } };
    expect(await one.queue()).toMatchObject([{ id: 'request-1', state }]);
  }
});

test('[I20] the requests of an undecided item get new keys from the refused one on, and no others do', async () => {
  const first = queuedRequest(1, 1, { ...sent, ...refusedState });
  const above = { ...queuedDelete(3, 2, 1), sent: true };
  const [stale, next] = [queuedRequest(2, 1, behind), queuedRequest(4, 1, sent)];
  const one = await deviceWith([pending(1), pending(2)], first, stale, above, next);
  const row = serverRow(1, { title: 'theirs', rev: 9 });
  await answer(one, refused(stale.id, 'stale', row));
  const queue = await one.queue();
  expect(queue.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(queue.map(({ id }, at) => id === [first, stale, above, next][at]?.id)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(queue[3]?.basis).toEqual({ after: queue[1]?.id });
  const waiting = await one.read((tx) => tx.meta(storedName.buffered, uuidOf(1)));
  expect(waiting).toEqual({ kind: 'row', row });
});

test.each([
  ['a change', queuedRequest(1, 1, sent), {}],
  ['a delete', queuedDelete(1, 1), { _deleted: true, deletedBy: 'request-1' }],
] as const)(
  '[I10] a refusal of %s has no effect on an item that has come back since',
  async (_, first, shown) => {
    const next = queuedRequest(2, 1, behind);
    const result = refused(first.id, 'not_found');
    const known = { ...first, sentHead: 8 };
    const one = await deviceWith([pending(1, { rev: 9, version: 3 }, shown)], known, next);
    await answer(one, result);
    const queue = await one.queue();
    expect(queue).toMatchObject([
      { seq: 1, method: first.method, sent: false, state: { kind: 'queued' } },
      { seq: 2, sent: false, basis: { after: queue[0]?.id } },
    ]);
    expect(queue.map(({ id }) => id)).not.toContain(first.id);
    const row = await one.read((tx) => tx.itemByUuid(uuidOf(1)));
    const isDeleted = first.method === 'DELETE';
    expect(row).toMatchObject({ _deleted: isDeleted, deletedBy: isDeleted ? queue[0]?.id : null });
    expect(await one.read((tx) => tx.meta(storedName.buffered, uuidOf(1)))).toBeUndefined();
    expect(await one.read((tx) => tx.meta('deleting', uuidOf(1)))).toBeUndefined();

    // The row is not newer than the one that the request may have met.
    const late = await deviceWith([pending(1, { rev: 8 }, shown)], known);
    await answer(late, result);
    const removal = await late.read((tx) => tx.meta(storedName.buffered, uuidOf(1)));
    const mark = await late.read((tx) => tx.meta('deleting', uuidOf(1)));
    expect(isDeleted ? mark : removal).toBeDefined();
  },
);

test('[I12] a new item that has left the device is sent again at the top level', async () => {
  const create = queuedCreate(1, 1, { needs: [uuidOf(2)], ...sent });
  const one = await deviceWith([], create);
  await answer(one, refused(create.id, 'parent_gone'));
  expect(await one.queue()).toMatchObject([
    { needs: [], data: { parent_id: null }, state: { kind: 'queued' } },
  ]);
});

test('[I12] a request after a lost one waits for a decision if a server row of its item is buffered, and is refused otherwise', async () => {
  const lone = queuedRequest(2, 1, behind);
  const one = await deviceWith([pending(1)], lone);
  await answer(one, refused(lone.id, 'after_failed'));
  const why = { kind: 'verdict', code: 'after_failed', status: 424 };
  expect(await one.queue()).toMatchObject([{ id: lone.id, state: { why } }]);

  const waiting = await deviceWith([pending(1)], lone);
  const row = serverRow(1, { rev: 9 });
  await waiting.store.write((tx) =>
    tx.putMeta(storedName.buffered, uuidOf(1), { kind: 'row', row }),
  );
  await answer(waiting, refused(lone.id, 'after_failed'));
  const [again] = await waiting.queue();
  expect(again).toMatchObject({ sent: false, state: { kind: 'queued' } });
  expect(again?.id).not.toBe(lone.id);
});

test('[I20] a request about an item that has left the device gets a new key like any other', async () => {
  const head = queuedRequest(1, 1, { sent: false });
  const one = await deviceWith([], head, queuedRequest(2, 1, behind));
  await answer(one, refused('request-2', 'after_failed'));
  const [, again] = await one.queue();
  expect(again).toMatchObject({ sent: false, basis: { after: head.id } });
  expect(again?.id).not.toBe('request-2');
});

/** A delete of item 1 that includes item 2, which these requests are about, is confirmed. */
async function takenWith(row: LocalItem | null, ...own: readonly QueuedRequest[]) {
  const deleted = { _deleted: true, deletedBy: 'request-5' } as const;
  const rows = [pending(1, {}, deleted), ...(row === null ? [] : [row])];
  const one = await deviceWith(rows, queuedDelete(5, 1, 2), ...own);
  expect((await answer(one, taken('request-5', null))).moved).toBe(1);
  const left = await one.read((tx) => tx.itemByUuid(uuidOf(2)));
  return { one, isGone: left === undefined, ids: (await one.queue()).map(({ id }) => id) };
}

test('[I9] an item that a delete names but that was never created is removed with all its queued requests', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-5' } as const;
  const create = queuedCreate(1, 2, { ...sent, ...refusedState });
  const edit = queuedRequest(2, 2, { ...behind, ...waitsFor(create.id) });
  for (const failed of [create, queuedCreate(1, 2, sent)]) {
    const over = await takenWith(madeHere(2, deleted), failed, edit);
    expect(over).toMatchObject({ isGone: true, ids: [] });
  }

  // A newer row of the item has arrived, so somebody has created it.
  const one = await deviceWith([madeHere(2, deleted)], create, queuedDelete(5, 1, 2));
  const newer = { kind: 'row', row: serverRow(2, { rev: 9 }) } as const;
  await one.store.write((tx) => tx.putMeta(storedName.buffered, uuidOf(2), newer));
  await answer(one, taken('request-5', null));
  const buffered = await one.read((tx) => tx.meta(storedName.buffered, uuidOf(2)));
  expect(buffered).toEqual(newer);
});

test('[I1] an item that a delete names stays if it was created, or if a restore of it is queued', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-5' } as const;
  const refusedCreate = queuedCreate(1, 2, { ...sent, ...refusedState });
  const later = queuedRequest(6, 2, waitsFor('request-1'));
  const url = `/api/items/${uuidOf(1)}/restore`;
  const touches = [uuidOf(1), uuidOf(2)];
  const restore = queuedRequest(6, 1, { method: 'POST', url, data: null, touches });
  const kept = await Promise.all([
    takenWith(madeHere(2, deleted), refusedCreate, restore),
    takenWith(madeHere(2, deleted), refusedCreate, later),
    takenWith(madeHere(2, deleted), queuedRequest(1, 2, refusedState)),
    takenWith(madeHere(2, deleted)),
    takenWith(pending(2, {}, deleted), refusedCreate),
  ]);
  expect(kept.map(({ isGone }) => isGone)).toEqual([false, false, false, false, false]);
  expect(kept.map(({ ids }) => ids.length)).toEqual([2, 2, 1, 0, 1]);
  expect(await takenWith(null, refusedCreate)).toMatchObject({ ids: ['request-1'] });
});
