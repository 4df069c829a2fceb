import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemChange } from './change.ts';
import { rebaseItem } from './optimistic-item.ts';
import type { Operation } from './optimistic-item.ts';
import type { Remote, ServerItem } from './merge.ts';
import { canKeepBoth, classifyRemote, collidingFields, fieldsChangedBy } from './merge.ts';
import { at, item } from './testing/arbitraries.ts';

const base: ServerItem = { ...item(1), version: 3, rev: 10 };

function row(fields: Partial<ServerItem>): Remote {
  return { kind: 'row', item: { ...base, version: 4, rev: 11, updated_at: at(30), ...fields } };
}

function patch(change: ItemChange, minutes = 10): Operation {
  return { kind: 'patch', uuid: 'item-1', at: at(minutes), change };
}

const create: Operation = { kind: 'create', uuid: 'item-1', at: at(0), item: item(1) };
const remove: Operation = { kind: 'delete', uuid: 'item-1', at: at(40) };
const restore: Operation = { kind: 'restore', uuid: 'item-1', at: at(41) };
const gone: Remote = { kind: 'removed', reason: 'deleted' };
const hidden: Remote = { kind: 'removed', reason: 'hidden' };

describe('a row', () => {
  test('[SYNC-04] that is new here, or newer with nothing queued, is applied', () => {
    expect(classifyRemote({ base: null, queued: [] }, row({}))).toEqual({
      kind: 'apply',
      reason: 'added',
    });
    expect(classifyRemote({ base, queued: [] }, row({}))).toEqual({
      kind: 'apply',
      reason: 'changed',
    });
  });

  test('never replaces one with the same or a greater rev', () => {
    for (const rev of [9, 10]) {
      for (const queued of [[], [patch({ title: 'x' })], [remove]]) {
        expect(classifyRemote({ base, queued }, row({ rev }))).toEqual({
          kind: 'ignore',
          reason: 'not_newer',
        });
      }
    }
  });

  test('[SYNC-05] that people did not change keeps the queued requests, deletes too', () => {
    const rolledUp = row({ version: 3, status: 'completed' });
    for (const queued of [[patch({ title: 'x' })], [remove]]) {
      expect(classifyRemote({ base, queued }, rolledUp)).toEqual({
        kind: 'keepLocal',
        reason: 'same_version',
      });
    }
  });

  test('[SYNC-05] changed by people later than here is an update conflict', () => {
    const queued = [patch({ title: 'mine' }, 10), patch({ due_date: '2026-02-01' }, 20)];
    expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toEqual({
      kind: 'updateConflict',
      localChanged: ['title', 'due_date'],
      remoteChanged: ['title'],
    });
  });

  test('[SYNC-05] changed by people earlier than here keeps the local change', () => {
    const queued = [patch({ title: 'mine' }, 10), patch({ due_date: '2026-02-01' }, 31)];
    expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toEqual({
      kind: 'keepLocal',
      reason: 'local_newer',
    });
  });

  test('changed by people at the time of the local change keeps the local change', () => {
    const queued = [patch({ title: 'mine' }, 30)];
    expect(classifyRemote({ base, queued }, row({ title: 'theirs' }))).toMatchObject({
      reason: 'local_newer',
    });
    const before = [patch({ title: 'mine' }, 29)];
    expect(classifyRemote({ base, queued: before }, row({ title: 'theirs' }))).toMatchObject({
      kind: 'updateConflict',
    });
  });

  test('changed by people in only some of the fields changed here, to the same values, is a conflict', () => {
    const queued = [patch({ title: 'both', description: 'mine' })];
    const remote = row({ title: 'both', description: 'theirs' });
    expect(classifyRemote({ base, queued }, remote)).toEqual({
      kind: 'updateConflict',
      localChanged: ['title', 'description'],
      remoteChanged: ['title', 'description'],
    });
  });

  test('conflicts at any time, where a person was asked before', () => {
    const queued = [patch({ title: 'mine' }, 31)];
    expect(classifyRemote({ base, queued, isAsked: true }, row({ title: 'theirs' }))).toMatchObject(
      {
        kind: 'updateConflict',
      },
    );
  });

  test('changed by people to the very same values is no conflict', () => {
    const queued = [patch({ status: 'completed' })];
    const both = row({ status: 'completed', description: 'and more' });
    expect(classifyRemote({ base, queued }, both)).toEqual({
      kind: 'keepLocal',
      reason: 'same_values',
    });
  });

  test('[SYNC-05] changed by people and back again is no conflict, deleted here or not', () => {
    for (const queued of [[patch({ title: 'mine' })], [remove]]) {
      expect(classifyRemote({ base, queued }, row({ version: 5 }))).toEqual({
        kind: 'keepLocal',
        reason: 'same_values',
      });
    }
  });

  test('[SYNC-05] changed by people and deleted here is a delete conflict at any time', () => {
    for (const updated_at of [at(30), at(50)]) {
      expect(classifyRemote({ base, queued: [remove] }, row({ title: 'x', updated_at }))).toEqual({
        kind: 'deleteConflict',
        remoteChanged: ['title'],
      });
    }
  });
});

describe('an assignment that others ended', () => {
  const held = { ...base, assigned_to: 7 };
  const ended = row({ assigned_to: null });

  test('is no conflict for a user who changed something else, or deleted the item', () => {
    for (const queued of [[patch({ title: 'mine' })], [remove]]) {
      expect(classifyRemote({ base: held, queued }, ended)).toEqual({
        kind: 'keepLocal',
        reason: 'unassigned',
      });
    }
  });

  test('is an update conflict if others assigned the item to somebody', () => {
    const assigned = row({ assigned_to: 8 });
    expect(
      classifyRemote({ base: held, queued: [patch({ title: 'mine' })] }, assigned),
    ).toMatchObject({ kind: 'updateConflict' });
  });

  test('is an update conflict with an assignment made before', () => {
    for (const change of [{ assigned_to: 8 }, { title: 'mine', assigned_to: 8 }]) {
      expect(classifyRemote({ base: held, queued: [patch(change)] }, ended)).toMatchObject({
        kind: 'updateConflict',
        remoteChanged: ['assigned_to'],
      });
    }
  });

  test('is one also where the assignment was given away here and given back', () => {
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

  test('with another change by others conflicts as usual', () => {
    const more = row({ assigned_to: null, title: 'theirs' });
    const queued = [patch({ description: 'mine' })];
    expect(classifyRemote({ base: held, queued }, more)).toMatchObject({ kind: 'updateConflict' });
  });
});

test('a value set here and set back again is a change of that field', () => {
  const queued = [patch({ status: 'completed' }), patch({ status: base.status })];
  expect(classifyRemote({ base, queued }, row({ status: 'completed' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['status'],
    remoteChanged: ['status'],
  });
});

describe('a removal', () => {
  test('of an item unchanged or deleted here is applied', () => {
    for (const queued of [[], [remove], [patch({ title: 'x' }), remove]]) {
      expect(classifyRemote({ base, queued }, gone)).toEqual({ kind: 'remove', reason: 'deleted' });
      expect(classifyRemote({ base, queued }, hidden)).toEqual({
        kind: 'remove',
        reason: 'hidden',
      });
    }
  });

  test('of an item changed here is a conflict without a server version', () => {
    for (const remote of [gone, hidden]) {
      expect(classifyRemote({ base, queued: [patch({ title: 'x' })] }, remote)).toMatchObject({
        kind: 'removedConflict',
      });
      expect(classifyRemote({ base: null, queued: [create] }, remote)).toMatchObject({
        kind: 'removedConflict',
      });
    }
  });

  test('[LABEL-02] of an item of which only labels were changed here is applied', () => {
    const label: Operation = { kind: 'label', uuid: 'item-1', at: at(10), add: ['x'], remove: [] };
    for (const remote of [gone, hidden]) {
      expect(classifyRemote({ base, queued: [label] }, remote)).toMatchObject({ kind: 'remove' });
      expect(
        classifyRemote({ base, queued: [label, patch({ title: 'x' })] }, remote),
      ).toMatchObject({
        kind: 'removedConflict',
      });
    }
  });

  test('is a conflict even without a known base', () => {
    const queued = [patch({ title: 'x' })];
    expect(classifyRemote({ base: null, queued }, gone)).toMatchObject({ kind: 'removedConflict' });
  });

  test('an item visible again without a base conflicts if a queued request would change it', () => {
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

  test('does not stop a queued restore, unless the item is hidden', () => {
    const queued = [remove, restore, patch({ title: 'x' }, 42)];
    expect(classifyRemote({ base, queued }, gone)).toEqual({
      kind: 'keepLocal',
      reason: 'restoring',
    });
    expect(classifyRemote({ base, queued }, hidden)).toMatchObject({ kind: 'removedConflict' });
    const followed = [restore, remove];
    expect(classifyRemote({ base, queued: followed }, gone)).toMatchObject({ reason: 'restoring' });
  });
});

test('of a removal, only the last delete or restore counts', () => {
  for (const [queued, kind] of [
    [[remove, restore, remove], 'remove'],
    [[restore, patch({ title: 'x' }, 45)], 'removedConflict'],
    [[remove, patch({ title: 'x' }, 45)], 'remove'],
  ] as const) {
    expect(classifyRemote({ base, queued }, hidden)).toMatchObject({ kind });
  }
});

test('fields collide that both sides changed, to different values', () => {
  const local = { ...base, title: 'mine', description: 'both', due_date: '2026-02-01' };
  const remote = { ...base, title: 'theirs', description: 'both', end_date: '2026-02-02' };
  expect(collidingFields(base, local, remote)).toEqual(['title']);
  expect(collidingFields(base, local, base)).toEqual([]);
  expect(collidingFields(base, base, remote)).toEqual([]);
});

test('[CONF-07] both sides can be kept unless every changed field collides', () => {
  const offered = (local: ItemChange, remote: ItemChange): boolean =>
    canKeepBoth(base, { ...base, ...local }, { ...base, ...remote });
  expect(offered({ title: 'mine' }, { status: 'completed' })).toBe(true);
  // One of several collides, on either side.
  expect(offered({ title: 'mine' }, { title: 'theirs', status: 'completed' })).toBe(true);
  expect(offered({ title: 'mine', description: 'mine' }, { title: 'theirs' })).toBe(true);
  // What both changed to the same value does not.
  expect(
    offered({ title: 'mine', status: 'completed' }, { title: 'theirs', status: 'completed' }),
  ).toBe(true);
  expect(offered({ title: 'mine' }, { title: 'theirs' })).toBe(false);
  expect(
    offered({ title: 'mine', status: 'in_progress' }, { title: 'theirs', status: 'completed' }),
  ).toBe(false);
  // Nothing that was changed here is left to keep.
  expect(offered({}, { title: 'theirs' })).toBe(false);
});

test('[LABEL-02] labels that were changed here are no conflict, whatever others changed', () => {
  const queued: Operation[] = [
    { kind: 'label', uuid: 'item-1', at: at(10), add: ['x'], remove: ['y'] },
  ];
  for (const fields of [
    { labels: ['y'], version: 3 },
    { labels: ['y'], title: 'theirs' },
  ]) {
    expect(classifyRemote({ base, queued }, row(fields))).toMatchObject({ kind: 'keepLocal' });
  }
  // Labels of others are none with another change either.
  const mine = [...queued, patch({ title: 'mine' })];
  expect(classifyRemote({ base, queued: mine }, row({ labels: ['y'] }))).toMatchObject({
    kind: 'keepLocal',
  });
});

test('[REPEAT-08] a rule and a moved date collide, and so do two rules', () => {
  const daily = { due_date: '2026-02-01', repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
  const repeating = { ...base, ...daily, repeat_start: '2026-02-01' };
  const remote = (fields: Partial<ServerItem>): Remote =>
    row({ ...repeating, version: 4, rev: 11, updated_at: at(30), ...fields });
  const queued = [patch({ repeat: 'FREQ=WEEKLY' })];
  for (const theirs of [{ due_date: '2026-02-02' }, { repeat: null }]) {
    expect(classifyRemote({ base: repeating, queued }, remote(theirs))).toEqual({
      kind: 'updateConflict',
      localChanged: ['due_date'],
      remoteChanged: ['due_date'],
    });
  }
});

test('[REPEAT-07] a rule that meets a date which others cleared asks, and is gone once that is taken', () => {
  const daily = { due_date: '2026-02-01', repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
  const repeating = { ...base, ...daily, repeat_start: '2026-02-01' };
  const cleared = { due_date: null, repeat: null, repeat_from: null, repeat_start: null };
  const theirs = { ...repeating, ...cleared, version: 4, rev: 11, updated_at: at(30) };
  const queued = [patch({ repeat: 'FREQ=WEEKLY' })];
  expect(classifyRemote({ base: repeating, queued }, row(theirs)).kind).toBe('updateConflict');
  expect(rebaseItem({ ...theirs, deleted: false }, queued)).toMatchObject(cleared);
});

test('[REPEAT-17] what is done with an occurrence asks nobody, whatever others changed', () => {
  const daily = { due_date: '2026-02-01', repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
  const repeating = { ...base, ...daily, repeat_start: '2026-02-01' };
  const newer = { ...repeating, version: 4, rev: 11, updated_at: at(30) };
  const act = { act: 'complete', n: 1, completedAt: at(10), day: '2026-02-01' } as const;
  const done: Operation = {
    kind: 'occurrence',
    uuid: 'item-1',
    at: at(10),
    act,
    copy: null,
    also: [],
  };
  const moved = { due_date: '2026-02-05' };
  for (const theirs of [moved, { title: 'theirs' }, { repeat: 'FREQ=WEEKLY' }]) {
    for (const from of [repeating, null]) {
      const decision = classifyRemote({ base: from, queued: [done] }, row({ ...newer, ...theirs }));
      expect(decision).toEqual({ kind: 'keepLocal', reason: 'same_values' });
    }
  }
  // What was edited beside it does, and the date is no part of that.
  const queued = [done, patch({ title: 'mine' })];
  expect(classifyRemote({ base: repeating, queued }, row({ ...newer, ...moved }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['title'],
    remoteChanged: ['due_date'],
  });
});

describe('[TIME-02] a due date with its time', () => {
  const dated = { ...base, due_date: '2026-02-01', due_time: '17:00' };
  const remote = (fields: Partial<ServerItem>): Remote =>
    row({ ...dated, version: 4, rev: 11, updated_at: at(30), ...fields });

  test('collides where one side changed the date and the other the time', () => {
    const queued = [patch({ due_time: '18:00' })];
    expect(classifyRemote({ base: dated, queued }, remote({ due_date: '2026-02-02' }))).toEqual({
      kind: 'updateConflict',
      localChanged: ['due_date'],
      remoteChanged: ['due_date'],
    });
  });

  test('collides as one field where the dates are the same', () => {
    const [mine, theirs] = ['18:00', '19:00'].map((due_time) => ({ ...dated, due_time }));
    expect(collidingFields(dated, mine ?? dated, theirs ?? dated)).toEqual(['due_date']);
    const queued = [patch({ due_date: '2026-02-01', due_time: '18:00' })];
    const decision = classifyRemote({ base: dated, queued }, remote({ due_time: '19:00' }));
    expect(decision).toMatchObject({ kind: 'updateConflict' });
  });

  test('is the same on both sides only if both are', () => {
    const queued = [patch({ due_date: '2026-02-02', due_time: '18:00' })];
    const same = remote({ due_date: '2026-02-02', due_time: '18:00' });
    expect(classifyRemote({ base: dated, queued }, same)).toMatchObject({ reason: 'same_values' });
    const other = remote({ due_date: '2026-02-02', due_time: '19:00' });
    expect(classifyRemote({ base: dated, queued }, other)).toMatchObject({
      kind: 'updateConflict',
    });
  });
});

test('operations change what differs afterwards, and what they set to the same value', () => {
  const unassign: Operation = { kind: 'remove', uuid: 'item-1', at: at(1), user_id: 7 };
  const set = [patch({ title: base.title }), unassign];
  expect(fieldsChangedBy(set, base, { ...base, assigned_to: 7 })).toEqual(['title', 'assigned_to']);
  expect(fieldsChangedBy([remove, restore], base, base)).toEqual([]);
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
