import { listNames } from '@foray/domain';
import { localItem } from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { listSpec } from './list-specs.ts';

const me = 1001;
const other = 1002;
const states = { queue: 'pending', active: 'in_progress', completed: 'completed' } as const;
const own = { queue: 'myQueue', active: 'myActive', completed: 'myCompleted' } as const;

test('[MYLIST-04] [LIST-12] what others made and assigned to the user is in their lists, and not in My List', () => {
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
