import fc from 'fast-check';
import type { Operation } from './optimistic-item.ts';
import { classifyRemote, type Remote } from './merge.ts';
import { at, item } from '../testing/arbitraries.ts';
import { base, patch, remove, restore, row } from '../testing/remote-changes.ts';

const create: Operation = { kind: 'create', uuid: 'item-1', at: at(0), item: item(1) };
const theirTitle = row({ title: 'theirs' });
const gone: Remote = { kind: 'removed', reason: 'deleted' };
const hidden: Remote = { kind: 'removed', reason: 'hidden' };

test('[SYNC-04] a row is applied if it is new here, or newer with an empty queue', () => {
  expect(classifyRemote({ base: null, queued: [] }, row({}))).toEqual({
    kind: 'apply',
    reason: 'added',
  });
  expect(classifyRemote({ base, queued: [] }, row({}))).toEqual({
    kind: 'apply',
    reason: 'changed',
  });
});

test('a row never replaces a row with the same or a greater rev', () => {
  for (const rev of [9, 10]) {
    for (const queued of [[], [patch({ title: 'x' })], [remove]]) {
      expect(classifyRemote({ base, queued }, row({ rev }))).toEqual({
        kind: 'ignore',
        reason: 'not_newer',
      });
    }
  }
});

test('[SYNC-05] a row that only changed automatically keeps the queued requests, including deletes', () => {
  const rolledUp = row({ version: 3, status: 'completed' });
  for (const queued of [[patch({ title: 'x' })], [remove]]) {
    expect(classifyRemote({ base, queued }, rolledUp)).toEqual({
      kind: 'keepLocal',
      reason: 'same_version',
    });
  }
});

test('[SYNC-05] a row that people changed after the local change of the same field is an update conflict', () => {
  const queued = [patch({ title: 'mine' }, 10), patch({ due_date: '2026-02-01' }, 20)];
  expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['title', 'due_date'],
    remoteChanged: ['title'],
  });
});

test('[SYNC-05] a row that people changed before the local change of the same field keeps the local change', () => {
  const queued = [patch({ title: 'mine' }, 31), patch({ due_date: '2026-02-01' }, 10)];
  expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toEqual({
    kind: 'keepLocal',
    reason: 'local_newer',
    replaced: ['title'],
  });
});

test('[SYNC-15] a row is newer than an older local text, even if another field was changed here later', () => {
  for (const later of [
    patch({ description: 'more' }, 31),
    patch({ status: 'completed' }, 31),
    patch({ parent_uuid: 'item-9' }, 31),
  ]) {
    expect(
      classifyRemote({ base, queued: [patch({ title: 'mine' }, 10), later] }, theirTitle),
    ).toMatchObject({ kind: 'updateConflict' });
  }
  // In one request, each field has its own time.
  const change = { title: 'mine', description: 'more' };
  const setAt = { title: at(10), description: at(31) };
  const merged: Operation = { kind: 'patch', uuid: 'item-1', at: at(31), change, setAt };
  expect(classifyRemote({ base, queued: [merged] }, theirTitle)).toMatchObject({
    kind: 'updateConflict',
  });
  expect(classifyRemote({ base, queued: [merged] }, row({ description: 'theirs' }))).toMatchObject({
    reason: 'local_newer',
    replaced: ['description'],
  });
});

test('[SYNC-15] a row conflicts in all colliding fields if one of them is older here', () => {
  const both = row({ title: 'theirs', description: 'theirs' });
  const queued = [patch({ title: 'mine' }, 31), patch({ description: 'mine' }, 10)];
  expect(classifyRemote({ base, queued }, both)).toMatchObject({ kind: 'updateConflict' });
  const later = [...queued, patch({ description: 'again' }, 32)];
  expect(classifyRemote({ base, queued: later }, both)).toMatchObject({
    replaced: ['title', 'description'],
  });
});

test('[SYNC-15] a row is merged with changes of other fields, whatever their time and however often the user was asked', () => {
  for (const minutes of [10, 31]) {
    for (const isAsked of [false, true]) {
      const queued = [patch({ description: 'mine' }, minutes)];
      expect(classifyRemote({ base, queued, isAsked }, theirTitle)).toEqual({
        kind: 'keepLocal',
        reason: 'other_fields',
      });
    }
  }
});

test('a row that people changed at the same time keeps the local change', () => {
  const queued = [patch({ title: 'mine' }, 30)];
  expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toMatchObject({
    reason: 'local_newer',
  });
  const before = [patch({ title: 'mine' }, 29)];
  expect(classifyRemote({ base, queued: before }, row({ title: 'theirs' }))).toMatchObject({
    kind: 'updateConflict',
  });
});

test('a row that people changed to the same values in only some of the local fields is a conflict', () => {
  const queued = [patch({ title: 'both', description: 'mine' })];
  const remote = row({ title: 'both', description: 'theirs' });
  expect(classifyRemote({ base, queued }, remote)).toEqual({
    kind: 'updateConflict',
    localChanged: ['title', 'description'],
    remoteChanged: ['title', 'description'],
  });
});

test('a row conflicts whatever its time if the user was asked before', () => {
  const queued = [patch({ title: 'mine' }, 31)];
  expect(classifyRemote({ base, queued, isAsked: true }, row({ title: 'theirs' }))).toMatchObject({
    kind: 'updateConflict',
  });
});

test('a row that people changed to exactly the same values is not a conflict', () => {
  const queued = [patch({ status: 'completed' })];
  const both = row({ status: 'completed', description: 'and more' });
  expect(classifyRemote({ base, queued }, both)).toEqual({
    kind: 'keepLocal',
    reason: 'same_values',
  });
});

test('[SYNC-05] a row that people changed and changed back is not a conflict, whether it was deleted here or not', () => {
  for (const queued of [[patch({ title: 'mine' })], [remove]]) {
    expect(classifyRemote({ base, queued }, row({ version: 5 }))).toEqual({
      kind: 'keepLocal',
      reason: 'same_values',
    });
  }
});

test('[SYNC-05] a row that people changed, and that was deleted here, is a delete conflict whatever its time', () => {
  for (const updated_at of [at(30), at(50)]) {
    expect(classifyRemote({ base, queued: [remove] }, row({ title: 'x', updated_at }))).toEqual({
      kind: 'deleteConflict',
      remoteChanged: ['title'],
    });
  }
});

const held = { ...base, assigned_to: 7 };
const ended = row({ assigned_to: null });

test('an assignment that others ended is not a conflict for a user who changed something else, or deleted the item', () => {
  for (const queued of [[patch({ title: 'mine' })], [remove]]) {
    expect(classifyRemote({ base: held, queued }, ended)).toEqual({
      kind: 'keepLocal',
      reason: 'unassigned',
    });
  }
});

test('an assignment that others ended is an update conflict if they assigned the item to a person other than the one chosen here', () => {
  const assigned = row({ assigned_to: 8 });
  expect(
    classifyRemote({ base: held, queued: [patch({ assigned_to: 9 })] }, assigned),
  ).toMatchObject({ kind: 'updateConflict' });
});

test('an assignment that others ended is an update conflict with an earlier local assignment', () => {
  for (const change of [{ assigned_to: 8 }, { title: 'mine', assigned_to: 8 }]) {
    expect(classifyRemote({ base: held, queued: [patch(change)] }, ended)).toMatchObject({
      kind: 'updateConflict',
      remoteChanged: ['assigned_to'],
    });
  }
});

test('an assignment that others ended is an update conflict even if the local assignment was given away and back', () => {
  const assign = (assigned_to: number): Operation => ({
    kind: 'assign',
    uuid: 'item-1',
    at: at(10),
    assigned_to,
  });
  for (const queued of [[assign(8), assign(7)], [assign(7)]]) {
    expect(classifyRemote({ base: held, queued }, ended)).toEqual({
      kind: 'updateConflict',
      localChanged: ['assigned_to'],
      remoteChanged: ['assigned_to'],
    });
  }
});

test('an assignment that others ended conflicts as usual if they changed something else too', () => {
  const more = row({ assigned_to: null, title: 'theirs' });
  const queued = [patch({ title: 'mine' })];
  expect(classifyRemote({ base: held, queued }, more)).toMatchObject({ kind: 'updateConflict' });
});

test('a value that was set and reset here is a change of that field', () => {
  const queued = [patch({ status: 'completed' }), patch({ status: base.status })];
  expect(classifyRemote({ base, queued }, row({ status: 'completed' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['status'],
    remoteChanged: ['status'],
  });
});

test('a removal is applied to an item that is unchanged or deleted here', () => {
  for (const queued of [[], [remove], [patch({ title: 'x' }), remove]]) {
    expect(classifyRemote({ base, queued }, gone)).toEqual({ kind: 'remove', reason: 'deleted' });
    expect(classifyRemote({ base, queued }, hidden)).toEqual({ kind: 'remove', reason: 'hidden' });
  }
});

test('a removal conflicts with a changed item, without a server version', () => {
  for (const remote of [gone, hidden]) {
    expect(classifyRemote({ base, queued: [patch({ title: 'x' })] }, remote)).toMatchObject({
      kind: 'removedConflict',
    });
    expect(classifyRemote({ base: null, queued: [create] }, remote)).toMatchObject({
      kind: 'removedConflict',
    });
  }
});

test('[LABEL-02] a removal is applied to an item whose only local change is to labels', () => {
  const label: Operation = { kind: 'label', uuid: 'item-1', at: at(10), add: ['x'], remove: [] };
  for (const remote of [gone, hidden]) {
    expect(classifyRemote({ base, queued: [label] }, remote)).toMatchObject({ kind: 'remove' });
    expect(classifyRemote({ base, queued: [label, patch({ title: 'x' })] }, remote)).toMatchObject({
      kind: 'removedConflict',
    });
  }
});

test('a removal is a conflict even without a known base', () => {
  const queued = [patch({ title: 'x' })];
  expect(classifyRemote({ base: null, queued }, gone)).toMatchObject({ kind: 'removedConflict' });
});

test('a removal that is followed by a row without a base conflicts if a queued request would change the item', () => {
  const remote = row({ title: 'theirs' });
  const classified = (...queued: Operation[]) => classifyRemote({ base: null, queued }, remote);
  expect(classified(patch({ title: 'x' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['title'],
    remoteChanged: [],
  });
  expect(classified(patch({ title: 'x' }), remove)).toEqual({
    kind: 'deleteConflict',
    remoteChanged: [],
  });
  expect(classified(patch({ title: 'theirs' }))).toEqual({
    kind: 'keepLocal',
    reason: 'same_values',
  });
});

test('a removal does not stop a queued restore, unless the item is hidden', () => {
  const queued = [remove, restore, patch({ title: 'x' }, 42)];
  expect(classifyRemote({ base, queued }, gone)).toEqual({
    kind: 'keepLocal',
    reason: 'restoring',
  });
  expect(classifyRemote({ base, queued }, hidden)).toMatchObject({ kind: 'removedConflict' });
  const followed = [restore, remove];
  expect(classifyRemote({ base, queued: followed }, gone)).toMatchObject({ reason: 'restoring' });
});

test('only the last queued delete or restore counts for a removal', () => {
  for (const [queued, kind] of [
    [[remove, restore, remove], 'remove'],
    [[restore, patch({ title: 'x' }, 45)], 'removedConflict'],
    [[remove, patch({ title: 'x' }, 45)], 'remove'],
  ] as const) {
    expect(classifyRemote({ base, queued }, hidden)).toMatchObject({ kind });
  }
});

test('with any queue, a row is applied only if its rev is greater', () => {
  const anyQueue = fc.subarray([
    patch({ title: 'x' }),
    patch({ status: 'completed' }),
    remove,
    restore,
  ]);
  fc.assert(
    fc.property(anyQueue, fc.nat({ max: 20 }), fc.nat({ max: 6 }), (queued, rev, version) => {
      const decision = classifyRemote({ base, queued }, row({ rev, version }));
      expect(decision.kind === 'ignore').toBe(rev <= base.rev);
    }),
  );
});
