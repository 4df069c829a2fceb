import * as fc from 'fast-check';
import { itemStatuses } from '@foray/domain';
import { makeWorld } from '../testing/world.ts';
import type { ChangeOutcome } from './outcome.ts';
import { rememberingTx } from './remembering-tx.ts';
import type { ItemRow, NewItemRow } from './rows.ts';
import type { Tx } from './store.ts';

/** Ann's campaign with a task and two todos, one of them assigned to Bob. */
async function makeFamily() {
  const asked: string[] = [];
  const { store, person } = makeWorld({ beforePrimitive: async (name) => void asked.push(name) });
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const campaign = await ann.create({ type: 'campaign', title: 'Sail' });
  const task = await ann.create({ type: 'task', title: 'Pack', parent_id: campaign.id });
  const todo = { type: 'todo', title: 'Buy rope', parent_id: task.id };
  const todos = [await ann.create(todo), await ann.create({ ...todo, assigned_to: bob.id })];
  const ids = [campaign.id, task.id, ...todos.map(({ id }) => id)];
  return { store, ann, bob, ids, rootId: campaign.id, asked };
}

/** All reads of a transaction about items. */
async function readings(tx: Tx, ids: readonly number[], userId: number): Promise<unknown> {
  const items = await tx.items({ ids });
  return {
    items,
    itemsByUuid: await tx.items({ uuids: items.map(({ uuid }) => uuid).toReversed() }),
    members: await tx.members(ids),
    everybody: await tx.access(ids, null),
    own: await tx.access(ids, [userId]),
    seen: await tx.seen(userId, ids),
    counts: await tx.childCounts(ids, null),
    seenCounts: await tx.childCounts(ids, userId),
    below: await tx.below(ids),
  };
}

const anyWrite = fc.record({
  kind: fc.constantFrom('insert', 'update', 'access'),
  at: fc.nat(7),
  under: fc.option(fc.nat(7), { nil: null }),
  status: fc.constantFrom(...itemStatuses),
  isDeleted: fc.boolean(),
});
type Write = typeof anyWrite extends fc.Arbitrary<infer T> ? T : never;

test('[I4] a remembering transaction reads a locked family exactly as the underlying transaction does, after any writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyWrite, { maxLength: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
      async (writes, places) => {
        const { store, ann, bob, ids, rootId } = await makeFamily();
        await store.tx(async (tx) => {
          const remembering = rememberingTx(tx);
          await remembering.lockRoots([rootId]);
          const all = [...ids];
          await remembering.members(places.map((place) => all[place % all.length] ?? rootId));
          for (const write of writes) {
            await carryOut(remembering, all, write, bob.id);
            for (const userId of [ann.id, bob.id]) {
              const some = places.map((place) => all[place % all.length] ?? rootId);
              for (const asked of [some, all]) {
                expect(await readings(remembering, asked, userId)).toEqual(
                  await readings(tx, asked, userId),
                );
              }
            }
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('reads of unlocked items are repeated each time', async () => {
  const { store, ann, ids, asked } = await makeFamily();
  await store.tx(async (tx) => {
    const remembering = rememberingTx(tx);
    await remembering.members(ids);
    asked.length = 0;
    await readings(remembering, ids, ann.id);
  });
  const reads = 'items items members access access seen childCounts childCounts below';
  expect(asked.join(' ')).toBe(reads);
});

test('locked items are read once', async () => {
  const { store, ann, ids, rootId, asked } = await makeFamily();
  await store.tx(async (tx) => {
    const remembering = rememberingTx(tx);
    await remembering.lockRoots([rootId]);
    await readings(remembering, ids, ann.id);
    asked.length = 0;
    await readings(remembering, ids, ann.id);
  });
  expect(asked.join(' ')).toBe('childCounts');
});

test('the uuids of new items are looked up together, and each counts as free once', async () => {
  const { store, asked, ids } = await makeFamily();
  const [one, two, three] = ['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  if (one === undefined || two === undefined || three === undefined) throw new Error('three');
  await store.tx(async (tx) => {
    const [row] = await tx.items({ ids: ids.slice(-1) });
    if (row === undefined) throw new Error('it is there');
    const { id: _, ...plain } = row;
    const remembering = rememberingTx(tx, [one, two, three, row.uuid]);
    asked.length = 0;
    expect(await remembering.items({ uuids: [one] })).toEqual([]);
    expect(await remembering.items({ uuids: [two] })).toEqual([]);
    expect(asked).toEqual(['items']);
    // Another transaction may have inserted it by now.
    await tx.insertItem({ ...plain, uuid: two });
    expect(await remembering.items({ uuids: [two] })).toMatchObject([{ uuid: two }]);
    // An existing row is not new.
    expect(await remembering.items({ uuids: [row.uuid, three] })).toEqual([row]);
    await remembering.insertItem({ ...plain, uuid: three });
    expect(await remembering.items({ uuids: [three] })).toMatchObject([{ uuid: three }]);
  });
});

async function carryOut(tx: Tx, ids: number[], write: Write, userId: number): Promise<void> {
  const place = write.at % ids.length;
  const [row] = await tx.items({ ids: ids.slice(place, place + 1) });
  if (row === undefined) throw new Error('it is there');
  // Below an earlier item, so that no item becomes its own ancestor.
  const parent_id = write.under === null ? null : (ids[write.under % Math.max(1, place)] ?? null);
  const deleted_at = write.isDeleted ? row.created_at : null;
  const changed = { ...row, parent_id, status: write.status, deleted_at };
  const isTop = place === 0;
  if (write.kind === 'update') {
    return tx.updateItems([isTop ? { ...changed, parent_id: null } : changed]);
  }
  if (write.kind === 'insert') ids.push(await inserted(tx, changed, ids.length));
  else await tx.putOutcome(outcomeOf(changed, userId, write.isDeleted));
}

async function inserted(tx: Tx, row: ItemRow, number: number): Promise<number> {
  const { id: _, ...plain } = row;
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '9')}`;
  const id = await tx.insertItem({ ...plain, uuid } satisfies NewItemRow);
  if (id === null) throw new Error('no two are alike');
  return id;
}

function outcomeOf({ id, root_id }: ItemRow, user_id: number, removed: boolean): ChangeOutcome {
  const right = { user_id, item_id: id, root_id, permission: 'manage', seq: 0 } as const;
  const access = { ...right, removed, reason: removed ? ('hidden' as const) : null, behind: 0 };
  return { op: null, entries: [], steps: [{ user_id, by: 1 }], access: [access] };
}
