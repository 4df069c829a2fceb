import { localItem } from '../testing/rows.ts';
import { serverRow, heldRow } from '../testing/server-row.ts';
import { changerOf, setByPeople, upcastItem, type LocalItem } from './local-item.ts';

/** A row of a release that did not know priorities yet. */
function withoutPriority(base: 'high' | null | undefined) {
  const { priority: _, ...row } = localItem(1, { title: 'Old' });
  const told = base === undefined ? null : { ...row, priority: base, version: 1, rev: 1 };
  return { ...row, base: told } as unknown as ReturnType<typeof localItem>;
}

test('[PRIO-01] a row of an earlier release has the priority that its server row has', () => {
  expect(upcastItem(withoutPriority('high')).priority).toBe('high');
  expect(upcastItem(withoutPriority(null)).priority).toBeNull();
  expect(upcastItem(withoutPriority(undefined)).priority).toBeNull();
  const row = localItem(1, { priority: 'low', due_date: '2026-01-31', due_time: '17:00' });
  expect(upcastItem(row)).toBe(row);
});

test('[TIME-01] [TIME-03] a row of an earlier release has the time of its server row as long as it has a date', () => {
  const timed = localItem(1, { due_date: '2026-01-31', due_time: '17:00' });
  const { due_time: _, ...old } = timed;
  const upcast = (due_date: string | null) =>
    upcastItem({
      ...old,
      due_date,
      base: { ...timed, version: 1, rev: 1 },
    } as unknown as LocalItem);
  expect(upcast('2026-02-01').due_time).toBe('17:00');
  expect(upcast(null).due_time).toBeNull();
});

test('[REPEAT-06] [REPEAT-07] a row of an earlier release has the rule of its server row as long as it has a date', () => {
  const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-01-31' } as const;
  const series = { occurrence: 3, occurrence_of: null };
  const told = { ...localItem(1, { due_date: '2026-01-31', ...daily }), ...series };
  const { repeat: _, repeat_from: __, repeat_start: ___, occurrence: ____, ...old } = told;
  const upcast = (due_date: string | null) =>
    upcastItem({ ...old, due_date, base: { ...told, version: 1, rev: 1 } } as unknown as LocalItem);
  expect(upcast('2026-02-01')).toMatchObject({ ...daily, ...series });
  const none = { repeat: null, repeat_from: null, repeat_start: null };
  expect(upcast(null)).toMatchObject({ ...none, ...series });
  const made = upcastItem({ ...old, base: null } as unknown as LocalItem);
  expect(made).toMatchObject({ ...none, occurrence: 1 });
});

test('[LABEL-01] a row of an earlier release has the labels of its server row, or none', () => {
  const { labels: _, ...old } = localItem(1, { title: 'Old' });
  const told = { ...localItem(1), labels: ['home'], version: 1, rev: 1 };
  const upcast = (base: object | null) => upcastItem({ ...old, base } as unknown as LocalItem);
  expect(upcast(told).labels).toEqual(['home']);
  expect(upcast(null).labels).toEqual([]);
  const { labels: __, ...before } = told;
  expect(upcast(before).labels).toEqual([]);
});

test('[CONF-09] the last author of a row is the user if a change waits or no server has it, and otherwise the server’s author', () => {
  const server = serverRow(1, { updated_by: 1002 });
  const held = heldRow(server);
  expect(changerOf(held, 1001)).toBe(1002);
  expect(changerOf({ ...held, updated_at: '2026-02-01T00:00:00.000Z' }, 1001)).toBe(1001);
  expect(changerOf(localItem(1), 0)).toBe(0);
  const former = { base: server, isLost: true };
  expect(changerOf({ ...held, base: null, former }, 1001)).toBe(1002);
  // The row of an earlier server, or one that an earlier release received.
  for (const updated_by of [null, undefined]) {
    expect(changerOf(heldRow({ ...server, updated_by }), 1001)).toBeNull();
  }
});

test('[CONF-07] the status that people have set is the one below a roll-up', () => {
  const rolled = { status: 'completed', completed_at: null } as const;
  const held = heldRow(serverRow(1), { ...rolled, rolled });
  expect(setByPeople(held).status).toBe('pending');
  expect(setByPeople({ ...held, rolled: null }).status).toBe('completed');
});

test('[SYNC-16] a row whose request an earlier release sent without fields unknown to it is as on the server', () => {
  const base = { ...localItem(1, { title: 'told' }), version: 2, rev: 2 };
  const shown = { ...base, due_date: '2026-01-31', due_time: '17:00', priority: 'high' };
  const row = { ...shown, base: { ...base, due_date: '2026-01-31' } } as unknown as LocalItem;
  expect(upcastItem({ ...row, _syncStatus: 'synced' })).toMatchObject({
    due_date: '2026-01-31',
    due_time: null,
    priority: null,
  });
  // A waiting item is shown, and so is one that no server has.
  const waiting = { ...row, _syncStatus: 'pending' } as const;
  expect(upcastItem(waiting)).toBe(waiting);
  const guests = { ...row, base: null } as const;
  expect(upcastItem(guests)).toBe(guests);
});

test('[SYNC-16] a row that an earlier release received has the labels and the occurrence of its server row', () => {
  const base = { ...localItem(1), labels: ['home'], occurrence: 3, version: 2, rev: 2 };
  const shown = { ...base, labels: ['work'], occurrence: 2 };
  const row = { ...shown, base } as unknown as LocalItem;
  const told = { labels: ['home'], occurrence: 3, occurrence_of: null };
  expect(upcastItem({ ...row, _syncStatus: 'synced' })).toMatchObject(told);
  const waiting = { ...row, _syncStatus: 'pending' } as const;
  expect(upcastItem(waiting)).toBe(waiting);
});
