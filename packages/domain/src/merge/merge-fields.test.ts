import type { ItemChange } from '../items/change.ts';
import { type Operation, rebaseItem } from './optimistic-item.ts';
import type { Remote, ServerItem } from './merge.ts';
import { canKeepBoth, classifyRemote, collidingFields, fieldsChangedBy } from './merge.ts';
import { at } from '../testing/arbitraries.ts';
import { base, patch, remove, restore, row } from '../testing/remote-changes.ts';

test('fields collide if both sides changed them to different values', () => {
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
  // One of several fields conflicts, on either side.
  expect(offered({ title: 'mine' }, { title: 'theirs', status: 'completed' })).toBe(true);
  expect(offered({ title: 'mine', description: 'mine' }, { title: 'theirs' })).toBe(true);
  // A field that both changed to the same value does not collide.
  expect(
    offered({ title: 'mine', status: 'completed' }, { title: 'theirs', status: 'completed' }),
  ).toBe(true);
  expect(offered({ title: 'mine' }, { title: 'theirs' })).toBe(false);
  expect(
    offered({ title: 'mine', status: 'in_progress' }, { title: 'theirs', status: 'completed' }),
  ).toBe(false);
  // No local change is left to keep.
  expect(offered({}, { title: 'theirs' })).toBe(false);
});

test('[LABEL-02] labels that were changed here never conflict, whatever others changed', () => {
  const queued: Operation[] = [
    { kind: 'label', uuid: 'item-1', at: at(10), add: ['x'], remove: ['y'] },
  ];
  for (const fields of [
    { labels: ['y'], version: 3 },
    { labels: ['y'], title: 'theirs' },
  ]) {
    expect(classifyRemote({ base, queued }, row(fields))).toMatchObject({ kind: 'keepLocal' });
  }
  // Others' labels do not conflict with another local change either.
  const mine = [...queued, patch({ title: 'mine' })];
  expect(classifyRemote({ base, queued: mine }, row({ labels: ['y'] }))).toMatchObject({
    kind: 'keepLocal',
  });
});

test('[REPEAT-08] a rule and a moved date conflict, and so do two rules', () => {
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

test('[REPEAT-07] a rule and a cleared date conflict, and keeping the cleared date removes the rule', () => {
  const daily = { due_date: '2026-02-01', repeat: 'FREQ=DAILY', repeat_from: 'due' } as const;
  const repeating = { ...base, ...daily, repeat_start: '2026-02-01' };
  const cleared = { due_date: null, repeat: null, repeat_from: null, repeat_start: null };
  const theirs = { ...repeating, ...cleared, version: 4, rev: 11, updated_at: at(30) };
  const queued = [patch({ repeat: 'FREQ=WEEKLY' })];
  expect(classifyRemote({ base: repeating, queued }, row(theirs)).kind).toBe('updateConflict');
  expect(rebaseItem({ ...theirs, deleted: false }, queued)).toMatchObject(cleared);
});

test('[REPEAT-17] an action on an occurrence causes no conflict, whatever others changed', () => {
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
  // Another local change can conflict, but without the date.
  const queued = [done, patch({ title: 'mine' })];
  expect(classifyRemote({ base: repeating, queued }, row({ ...newer, ...moved }))).toEqual({
    kind: 'keepLocal',
    reason: 'other_fields',
  });
  const theirTitle = row({ ...newer, title: 'theirs' });
  expect(classifyRemote({ base: repeating, queued }, theirTitle)).toEqual({
    kind: 'updateConflict',
    localChanged: ['title'],
    remoteChanged: ['title'],
  });
});

const dated = { ...base, due_date: '2026-02-01', due_time: '17:00' };
const remote = (fields: Partial<ServerItem>): Remote =>
  row({ ...dated, version: 4, rev: 11, updated_at: at(30), ...fields });

test('[TIME-02] a due date with its time collides if one side changed the date and the other changed the time', () => {
  const queued = [patch({ due_time: '18:00' })];
  expect(classifyRemote({ base: dated, queued }, remote({ due_date: '2026-02-02' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['due_date'],
    remoteChanged: ['due_date'],
  });
});

test('[TIME-02] a due date with its time collides as one field if the dates are equal', () => {
  const [mine, theirs] = ['18:00', '19:00'].map((due_time) => ({ ...dated, due_time }));
  expect(collidingFields(dated, mine ?? dated, theirs ?? dated)).toEqual(['due_date']);
  const queued = [patch({ due_date: '2026-02-01', due_time: '18:00' })];
  const decision = classifyRemote({ base: dated, queued }, remote({ due_time: '19:00' }));
  expect(decision).toMatchObject({ kind: 'updateConflict' });
});

test('[TIME-02] [SYNC-15] a due date with its time is as old as the older part, and a part that is sent again unchanged keeps its age', () => {
  const moved = { due_date: '2026-02-02', due_time: '18:00' };
  const queued = [patch({ ...moved, due_time: '17:00' }, 10), patch(moved, 31)];
  expect(classifyRemote({ base: dated, queued }, remote({ due_date: '2026-02-09' }))).toEqual({
    kind: 'updateConflict',
    localChanged: ['due_date'],
    remoteChanged: ['due_date'],
  });
  const again = [...queued, patch({ ...moved, due_date: '2026-02-03' }, 32)];
  expect(
    classifyRemote({ base: dated, queued: again }, remote({ due_date: '2026-02-09' })),
  ).toMatchObject({ replaced: ['due_date'] });
});

test('[TIME-02] a due date with its time is the same on both sides only if both parts are', () => {
  const queued = [patch({ due_date: '2026-02-02', due_time: '18:00' })];
  const same = remote({ due_date: '2026-02-02', due_time: '18:00' });
  expect(classifyRemote({ base: dated, queued }, same)).toMatchObject({ reason: 'same_values' });
  const other = remote({ due_date: '2026-02-02', due_time: '19:00' });
  expect(classifyRemote({ base: dated, queued }, other)).toMatchObject({ kind: 'updateConflict' });
});

test('operations change fields that differ afterwards, and fields that they set to the same value', () => {
  const unassign: Operation = { kind: 'remove', uuid: 'item-1', at: at(1), user_id: 7 };
  const set = [patch({ title: base.title }), unassign];
  expect(fieldsChangedBy(set, base, { ...base, assigned_to: 7 })).toEqual(['title', 'assigned_to']);
  expect(fieldsChangedBy([remove, restore], base, base)).toEqual([]);
});
