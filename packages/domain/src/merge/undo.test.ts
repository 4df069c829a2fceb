import { item } from '../testing/arbitraries.ts';
import { labelReversalOf, reversalOf, type MadeChange } from './undo.ts';

const noRule = {
  repeat: null,
  repeat_from: null,
  repeat_start: null,
  occurrence_day: null,
} as const;

const renamed: MadeChange = {
  before: { title: 'Rope', due_date: null, due_time: null, ...noRule },
  after: { title: 'Two ropes', due_date: '2026-03-04', due_time: '09:30' },
  server: null,
  completedAt: null,
};

test('[UNDO-03] an undo reverts a change field by field, and sets nothing else', () => {
  const now = item(1, { ...renamed.after, description: 'of hemp' });
  expect(reversalOf(now, renamed)).toEqual({ change: renamed.before, kept: [] });
});

test('[UNDO-04] a field that was changed since keeps its value, and is named', () => {
  const now = item(1, { ...renamed.after, due_date: '2026-03-05' });
  expect(reversalOf(now, renamed)).toEqual({ change: { title: 'Rope' }, kept: ['due_date'] });
  const cleared = item(1, { title: '', due_date: null });
  expect(reversalOf(cleared, renamed)).toEqual({ change: {}, kept: ['title'] });
});

test('[UNDO-04] a date and its time are reverted together or not at all', () => {
  const moved = item(1, { ...renamed.after, due_time: '10:00' });
  expect(reversalOf(moved, renamed)).toEqual({ change: { title: 'Rope' }, kept: ['due_date'] });
  const cleared: MadeChange = {
    ...renamed,
    before: { due_date: '2026-03-04', due_time: '09:30', ...noRule },
    after: { due_date: null, due_time: null },
  };
  expect(reversalOf(item(1), cleared)).toEqual({ change: cleared.before, kept: [] });
});

test('[UNDO-04] a value by others below an unsent change comes back with the undo', () => {
  const made = { ...renamed, server: renamed.before };
  const base = item(1, { title: 'Rope', due_date: '2026-03-06' });
  const now = { ...item(1, renamed.after), base };
  expect(reversalOf(now, made)).toEqual({
    change: { title: 'Rope', due_date: '2026-03-06', due_time: null, ...noRule },
    kept: ['due_date'],
  });
  const isSent = { ...now, base: item(1, renamed.after) };
  expect(reversalOf(isSent, made)).toEqual({ change: renamed.before, kept: [] });
  // Once the change may have arrived, the server's value may be the user's own.
  expect(reversalOf(now, renamed)).toEqual({ change: renamed.before, kept: [] });
});

test('a field that already has its former value is neither set nor named', () => {
  const now = item(1, { ...renamed.after, title: 'Rope' });
  const change = { due_date: null, due_time: null, ...noRule };
  expect(reversalOf(now, renamed)).toEqual({ change, kept: [] });
});

test('a field that a row of an earlier release lacks counts as empty', () => {
  const made = { ...renamed, before: { priority: 'high' }, after: { priority: null } } as const;
  const { priority: _, ...row } = item(1, {});
  const reversal = reversalOf(row as ReturnType<typeof item>, made);
  expect(reversal).toEqual({ change: { priority: 'high' }, kept: [] });
});

test('[UNDO-03] added labels are removed, and removed labels are added', () => {
  const made = { add: ['home'], remove: ['work'], server: [] };
  expect(labelReversalOf({ labels: ['home'], base: null }, made)).toEqual({
    change: { add: ['work'], remove: ['home'] },
    kept: [],
  });
});

test('[UNDO-04] a label that others changed too, before the server has the person’s change, stays as it is', () => {
  const made = { add: ['home', 'later'], remove: ['work', 'old'], server: ['WORK', 'old'] };
  const base = item(1, { labels: ['Home', 'old'] });
  const now = { labels: ['Home', 'later'], base };
  expect(labelReversalOf(now, made)).toEqual({
    change: { add: ['old', 'home'], remove: ['later', 'work'] },
    kept: ['home', 'work'],
  });
  expect(labelReversalOf(now, { ...made, server: null })).toMatchObject({ kept: [] });
});
