import { MemoryAuthorityStore } from '../testing/memory-store.ts';
import type { ItemRow } from './rows.ts';
import { newUnit, recheck } from './unit-of-work.ts';

test('two rechecks of an item cover all users named in either, or everybody if either names everybody', async () => {
  await new MemoryAuthorityStore('e1').tx(async (tx) => {
    const unit = newUnit({ tx, callerId: 1000, now: '2026-03-01T12:00:00.000Z', epoch: 'e1' });
    const row = { id: 7 } as ItemRow;
    const named = () => unit.rechecked.get(row.id)?.people;
    recheck(unit, [row], [1000, null]);
    expect(named()).toEqual(new Set([1000]));
    recheck(unit, [row], [null, 1001]);
    expect(named()).toEqual(new Set([1000, 1001]));
    recheck(unit, [row], 'everybody');
    expect(named()).toBe(null);
    recheck(unit, [row], [1002]);
    expect(named()).toBe(null);
  });
});
