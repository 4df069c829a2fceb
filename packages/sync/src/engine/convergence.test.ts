import { rebaseTree, type ItemStatus, type Operation } from '@foray/domain';
import fc from 'fast-check';
import {
  assignItem,
  createItem,
  deleteItem,
  editItem,
  moveItem,
  setStatus,
} from '../actions/actions.ts';
import { operationOf } from '../store/operation.ts';
import { restoreItem } from '../actions/restore.ts';
import type { CallFault } from '../testing/test-transport.ts';
import { newWorld, type TestDevice } from '../testing/test-world.ts';

/** One step of a story; numbers pick among the items that exist then. */
type Step =
  | { readonly kind: 'create'; readonly type: 0 | 1 | 2; readonly under: number }
  | { readonly kind: 'edit' | 'delete' | 'deleteAll' | 'restore' | 'assign'; readonly at: number }
  | { readonly kind: 'status'; readonly at: number; readonly status: ItemStatus }
  | { readonly kind: 'move'; readonly at: number; readonly under: number };

const pick = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), type: fc.constantFrom(0, 1, 2), under: pick }),
  fc.record({
    kind: fc.constantFrom('edit', 'delete', 'deleteAll', 'restore', 'assign'),
    at: pick,
  }),
  fc.record({
    kind: fc.constant('status' as const),
    at: pick,
    status: fc.constantFrom('pending', 'in_progress', 'completed'),
  }),
  fc.record({ kind: fc.constant('move' as const), at: pick, under: pick }),
);
const types = ['campaign', 'task', 'todo'] as const;

/** Takes a step; a step that the rules refuse is skipped, which is just as good. */
async function take(one: TestDevice, made: string[], now: Step, title: string): Promise<void> {
  const { device } = one;
  const uuidAt = (at: number): string => made[at % Math.max(1, made.length)] ?? 'none';
  switch (now.kind) {
    case 'create': {
      const parent_uuid = now.under < 3 ? null : uuidAt(now.under);
      const result = await createItem(device, {
        type: types[now.type] ?? 'todo',
        title,
        parent_uuid,
      });
      if (result.ok) made.push(result.value.item.uuid);
      return;
    }
    case 'edit':
      return void (await editItem(device, uuidAt(now.at), { title }));
    case 'assign':
      return void (await assignItem(device, uuidAt(now.at), 2));
    case 'delete':
      return void (await deleteItem(device, uuidAt(now.at)));
    case 'deleteAll': {
      const below = await one.read((tx) => tx.childrenOf(uuidAt(now.at)));
      const children = below.filter((row) => !row._deleted).map((row) => row.uuid);
      return void (await deleteItem(device, uuidAt(now.at), children));
    }
    case 'restore':
      return void (await restoreItem(device, uuidAt(now.at)));
    case 'status':
      return void (await setStatus(device, uuidAt(now.at), now.status));
    case 'move': {
      const under = now.under < 3 ? null : uuidAt(now.under);
      return void (await moveItem(device, uuidAt(now.at), under));
    }
  }
}

const comparable = (row: {
  uuid: string;
  title: string;
  status: string;
  parent_uuid: string | null;
}) => ({ uuid: row.uuid, title: row.title, status: row.status, parent_uuid: row.parent_uuid });
const byUuid = (a: { uuid: string }, b: { uuid: string }): number => (a.uuid < b.uuid ? -1 : 1);

/**
 * Whether the server still has the item among the deleted ones: the queue restores it before any other change
 * of it. Until then no change below it rolls up into it.
 */
function isBroughtBack(uuid: string, operations: readonly Operation[]): boolean {
  for (const operation of operations) {
    if (operation.kind !== 'delete' && operation.kind !== 'restore') continue;
    if (operation.uuid !== uuid && !operation.also?.includes(uuid)) continue;
    return operation.kind === 'restore';
  }
  return false;
}

/** A campaign is missing while its task is started, and comes back: that is no conflict. */
const awayMeanwhile: [Step[], Step[]] = [
  [
    { kind: 'create', type: 0, under: 0 },
    { kind: 'create', type: 1, under: 3 },
    { kind: 'delete', at: 0 },
  ],
  [
    { kind: 'status', at: 3, status: 'in_progress' },
    { kind: 'restore', at: 0 },
  ],
];

test('[I9] the visible state is the base rows with the queue applied, including roll-ups', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 15 }),
      fc.array(step, { maxLength: 15 }),
      async (before, after) => {
        const { world, one } = newWorld();
        const made: string[] = [];
        for (const [n, now] of before.entries()) await take(one, made, now, `before ${n}`);
        await one.engine.run('start');
        for (const [n, now] of after.entries()) {
          await world.time.pass(1000);
          await take(one, made, now, `after ${n}`);
        }
        const rows = await one.read((tx) => tx.allItems());
        const idOf = new Map(rows.map((row) => [row.uuid, row.id]));
        const operations = (await one.queue()).map((request) =>
          operationOf(request, { localId: idOf.get(request.itemUuid ?? '') ?? 0, userId: 1001 }),
        );
        const bases = rows.flatMap(({ base, uuid }) =>
          base === null ? [] : [{ ...base, deleted: isBroughtBack(uuid, operations) }],
        );
        const optimistic = rebaseTree({ bases, operations, rollsUp: () => true });
        const expected = [...optimistic.values()].filter(({ deleted }) => !deleted).map(comparable);
        expect((await one.shown()).map(comparable)).toEqual(expected.sort(byUuid));
      },
    ),
    { numRuns: 60, examples: [awayMeanwhile] },
  );
});

const fault: fc.Arbitrary<CallFault> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('none' as const) },
  fc.constantFrom('request_lost', 'answer_lost', 'garbled'),
  fc.constantFrom({ status: 503 }, { status: 429, code: 'rate_limited' as const }),
);

test('[I1] [I2] [I3] [I7] [I12] two devices that lose calls and responses end up equal to the server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.nat({ max: 2 }),
          now: step,
          isRun: fc.boolean(),
          faults: fc.array(fault, { maxLength: 6 }),
        }),
        { maxLength: 25 },
      ),
      async (story) => {
        const { world, one } = newWorld();
        const devices = [one, world.newTab(one), world.newDevice()];
        one.locks.isOpen = true;
        const made: string[] = [];
        for (const [n, { who, now, isRun, faults }] of story.entries()) {
          const device = devices[who] ?? one;
          await world.time.pass(1000);
          await take(device, made, now, `step ${n}`);
          if (!isRun) continue;
          const left = [...faults];
          await device.runsWith(() => left.shift() ?? 'none', 'sync_now');
        }
        for (let round = 0; round < 4; round += 1) {
          for (const device of devices) {
            expect((await device.engine.run('sync_now')).kind).toBe('complete');
            for (const conflict of await device.engine.conflicts()) {
              await device.engine.resolve(conflict.uuid, round % 2 === 0 ? 'local' : 'server');
            }
          }
        }
        const living = world.server.living().map(comparable).sort(byUuid);
        for (const device of devices) {
          expect((await device.shown()).map(comparable)).toEqual(living);
          expect(await device.queue()).toEqual([]);
          expect((await device.shown()).every((row) => row.rolled === null)).toBe(true);
        }
      },
    ),
    { numRuns: 80 },
  );
});
