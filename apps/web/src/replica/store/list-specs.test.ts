import { listNames } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { listSpec } from './list-specs.ts';
import { doneSpec, dueSpec } from './own-specs.ts';

const me = 1001;
const other = 1002;
const states = { queue: 'pending', active: 'in_progress', completed: 'completed' } as const;
const own = { queue: 'myQueue', active: 'myActive', completed: 'myCompleted' } as const;

test('[MYLIST-04] [LIST-12] items that others created and assigned to the user are in their lists, and not in My List', () => {
  const isHeld = () => false;
  for (const list of listNames) {
    const status = states[list];
    const rows = {
      made: localItem(1, { status, user_id: me }),
      handedOn: localItem(2, { status, user_id: me, assigned_to: other }),
      given: localItem(3, { status, user_id: other, assigned_to: me }),
      ofOthers: localItem(4, { status, user_id: other, assigned_to: other }),
    };
    const shown = (name: Parameters<typeof listSpec>[0]): string[] => {
      const { has } = listSpec(name, 'all', me);
      return Object.entries(rows).flatMap(([what, row]) => (has(row, isHeld) ? what : []));
    };
    expect(shown(own[list])).toEqual(['made', 'handedOn']);
    expect(shown(list)).toEqual(['made', 'handedOn', 'given']);
    for (const elsewhere of listNames) {
      if (elsewhere !== list) expect(shown(own[elsewhere])).toEqual([]);
    }
  }
});

test('[LIST-16] [DAY-08] the due items of a list are items of that list: beside Active only tasks and todos, in Today only those assigned to the user, and the user’s own that are assigned to nobody', () => {
  const day = '2026-03-01';
  const rows = {
    made: localItem(1, { user_id: me, due_date: day }),
    given: localItem(2, { user_id: other, assigned_to: me, due_date: day }),
    givenAway: localItem(8, { user_id: me, assigned_to: other, due_date: day }),
    ofOthers: localItem(3, { user_id: other, due_date: day }),
    undated: localItem(4, { user_id: me }),
    done: localItem(5, { user_id: me, due_date: day, status: 'completed' }),
    begun: localItem(6, { user_id: me, due_date: day, status: 'in_progress' }),
    campaign: localItem(7, { user_id: me, type: 'campaign', end_date: day, status: 'in_progress' }),
  };
  const shown = (of: Parameters<typeof dueSpec>[1]): string[] => {
    const { has } = dueSpec(me, of);
    return Object.entries(rows).flatMap(([what, row]) => (has(row, () => false) ? what : []));
  };
  expect(shown('toDo')).toEqual(['made', 'given', 'begun', 'campaign']);
  expect(shown('byOthers')).toEqual(['givenAway']);
  expect(shown('all')).toEqual(['made', 'given', 'givenAway', 'begun', 'campaign']);
  expect(shown('queue')).toEqual(['made', 'given', 'givenAway']);
  expect(shown('active')).toEqual(['begun']);
  expect(shown('mine')).toEqual(['made', 'givenAway', 'begun', 'campaign']);
});

test('[LIST-16] items due first come first, and for the same day those created first', () => {
  const due = (id: number, due_date: string) => localItem(id, { user_id: me, due_date });
  const [late, soon, also] = [due(1, '2026-03-02'), due(3, '2026-03-01'), due(2, '2026-03-01')];
  expect([late, soon, also].toSorted(dueSpec(me).compare)).toEqual([also, soon, late]);
});

test('[LIST-16] the count beside Completed includes all completed items that the user created or was assigned, nested or not', () => {
  const completed = { status: 'completed' } as const;
  const rows = [
    localItem(1, { ...completed, user_id: me }),
    localItem(2, { ...completed, user_id: other, assigned_to: me, parent_uuid: 'held' }),
    localItem(3, { ...completed, user_id: other }),
    localItem(4, { user_id: me }),
  ];
  const { has } = doneSpec(me);
  const counted = rows.filter((row) => has(row, (uuid) => uuid === 'held'));
  expect(counted.map(({ id }) => id)).toEqual([1, 2]);
});
