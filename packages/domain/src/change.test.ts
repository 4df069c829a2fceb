import { expect, test } from 'vitest';
import { applyChange } from './change.ts';
import { at, item } from './testing/arbitraries.ts';

test('a move takes the number of the new parent, and any other change keeps it', () => {
  const child = item(1, { parent_id: 2, parent_uuid: 'item-2' });
  const moved = applyChange(child, { parent_uuid: 'item-3' }, { at: at(1), parentId: 3 });
  expect(moved).toMatchObject({ parent_id: 3, updated_at: at(1) });
  expect(applyChange(child, { parent_uuid: null }, { at: at(1) }).parent_id).toBe(null);
  expect(applyChange(child, { title: 'x' }, { at: at(1), parentId: 3 }).parent_id).toBe(2);
});
