import { itemStatuses, type ItemChange } from '@foray/domain';
import * as fc from 'fast-check';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { done } from '../testing/done.ts';
import { otherId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import { assignItem, createItem, deleteItem, setStatus } from './actions.ts';
import { editItem } from './edit-items.ts';
import type { NewItem } from './new-item-input.ts';
import { predictChange, predictDelete, predictItem } from './predict.ts';

/** A device of a guest, or of a signed-in person. */
function deviceOf(kind: 'guest' | 'user') {
  const world = new TestWorld();
  const { device } = world.newDevice();
  const account: SyncContext['account'] = kind === 'guest' ? { kind } : device.account;
  const owner: SyncContext = { ...device, account };
  const birth = {
    id: 9_000_000,
    uuid: '00000000-0000-4000-8000-000000000099',
    userId: account.kind === 'user' ? account.user.id : undefined,
  };
  const now = () => new Date(device.clock.nowMs()).toISOString();
  return { world, device: owner, birth, now };
}

/** A row without the parts that only the write computes: numbers, marks and the parent's number. */
function shownOf(row: LocalItem | null | undefined): unknown {
  if (row == null) return row;
  const { id: _, _localVersion: __, _syncStatus: ___, top: ____, deletedBy: _____, ...shown } = row;
  return shown;
}

const kinds = ['guest', 'user'] as const;
const anyInput = fc.record(
  {
    title: fc.constantFrom(' Buy rope ', 'x', ''),
    status: fc.constantFrom(...itemStatuses),
    description: fc.constantFrom('', 'thick', null),
    assigned_to: fc.constantFrom(null, 0, otherId),
    due_date: fc.constantFrom(null, '2026-05-01', 'tomorrow'),
  },
  { requiredKeys: ['title'] },
);

test.each(kinds)('a new item of a %s is predicted exactly as it is created', async (kind) => {
  await fc.assert(
    fc.asyncProperty(
      anyInput,
      fc.constantFrom('campaign', 'task', 'todo'),
      fc.boolean(),
      async (fields, type, isBelow) => {
        const { device, birth, now } = deviceOf(kind);
        const parent = await done(createItem(device, { type: 'task', title: 'Pack' }));
        const below = isBelow ? { parent_uuid: parent.item.uuid } : {};
        const input = { ...fields, ...below, type, uuid: birth.uuid } as NewItem;
        const predicted = predictItem(input, isBelow ? parent.item : undefined, {
          ...birth,
          at: now(),
        });
        const made = await createItem(device, input);
        expect(shownOf(predicted)).toEqual(made.ok ? shownOf(made.value.item) : null);
      },
    ),
    { numRuns: 100 },
  );
});

test.each(kinds)('a change by a %s is predicted exactly as it is made', async (kind) => {
  await fc.assert(
    fc.asyncProperty(anyInput, anyInput, fc.boolean(), async (fields, wanted, isAssign) => {
      const { device, world, now } = deviceOf(kind);
      const made = await createItem(device, { ...fields, type: 'todo' });
      if (!made.ok) return;
      await world.time.pass(1000);
      const { item: seen } = made.value;
      const { assigned_to = null, status, ...edit } = wanted;
      const change: ItemChange = isAssign
        ? { assigned_to }
        : ((status === undefined ? edit : { status }) as ItemChange);
      const predicted = predictChange(seen, seen, change, now());
      const run = () => {
        if (isAssign) return assignItem(device, seen.uuid, assigned_to, seen);
        return status === undefined
          ? editItem(device, seen.uuid, edit as ItemChange, seen)
          : setStatus(device, seen.uuid, status, seen);
      };
      const changed = await run();
      const after = changed.ok && changed.value.change !== null ? changed.value.item : null;
      expect(shownOf(predicted)).toEqual(shownOf(after));
    }),
    { numRuns: 100 },
  );
});

test('a delete is predicted; an action that is not allowed, asks first, or moves the item is not', async () => {
  const { device, now } = deviceOf('guest');
  const { item: seen } = await done(createItem(device, { type: 'todo', title: 'start' }));
  const { item: later } = await done(editItem(device, seen.uuid, { title: 'other tab' }));
  expect(predictDelete(seen, seen)).toEqual({ ...seen, _deleted: true });
  expect(predictDelete(later, seen)).toBeNull();
  expect(predictChange(later, seen, { title: 'mine' }, now())).toBeNull();
  expect(predictChange(seen, seen, { parent_uuid: null }, now())).toBeNull();
  expect(predictChange({ ...seen, _deleted: true }, seen, { title: 'x' }, now())).toBeNull();
  const viewed = { ...seen, permission: 'view' } as const;
  expect(predictChange(viewed, viewed, { status: 'completed' }, now())).toBeNull();
  expect(predictDelete(viewed, viewed)).toBeNull();
  const deleted = await done(deleteItem(device, later.uuid, [], new Map([[later.uuid, later]])));
  expect(deleted.item._deleted).toBe(true);
});
