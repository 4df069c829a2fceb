import fc from 'fast-check';
import { anyType, item } from '../testing/arbitraries.ts';
import { ancestorsOf, canBeParent, familyFrom, isOrphan, nextAbove } from './hierarchy.ts';
import type { Item } from '../items/item.ts';
import { itemTypes, type ItemType } from '../values/item-values.ts';

function childTypes(parent: ItemType | null): readonly ItemType[] {
  return itemTypes.filter((child) => canBeParent(parent, child));
}

test('campaigns contain tasks and todos, tasks contain todos, and any item may be top-level', () => {
  expect(childTypes(null)).toEqual(['campaign', 'task', 'todo']);
  expect(childTypes('campaign')).toEqual(['task', 'todo']);
  expect(childTypes('task')).toEqual(['todo']);
  expect(childTypes('todo')).toEqual([]);
  expect(canBeParent('task', 'task')).toBe(false);
  expect(canBeParent('task', 'campaign')).toBe(false);
});

/** Any family: each item may name any item, even itself, and is placed there only if that is legal. */
const anyFamily = fc
  .array(fc.record({ type: anyType, parent: fc.nat({ max: 12 }) }), { maxLength: 12 })
  .map((drawn) => {
    const items: Item[] = drawn.map(({ type }, id) => item(id, { type }));
    return items.map((child, id) => {
      const parent = items[drawn[id]?.parent ?? -1];
      const isLegal = parent !== undefined && canBeParent(parent.type, child.type);
      return isLegal ? { ...child, parent_uuid: parent.uuid } : child;
    });
  });

test('no legal family has a cycle, and every item has at most two ancestors, each of a greater type', () => {
  const size = (type: ItemType) => childTypes(type).length;
  fc.assert(
    fc.property(anyFamily, (family) => {
      const lookup = (uuid: string) => family.find((member) => member.uuid === uuid);
      for (const member of family) {
        const line = [member, ...ancestorsOf(member, lookup)];
        expect(line.length).toBeLessThanOrEqual(3);
        expect(new Set(line).size).toBe(line.length);
        for (const [at, lower] of line.slice(0, -1).entries()) {
          const upper = line[at + 1];
          expect(upper?.uuid).toBe(lower.parent_uuid);
          expect(size(upper?.type ?? 'todo')).toBeGreaterThan(size(lower.type));
        }
        expect(isOrphan(line.at(-1) ?? member, (uuid) => lookup(uuid) !== undefined)).toBe(true);
      }
    }),
  );
});

test('an orphan has no parent, or a missing one', () => {
  const has = (uuid: string) => uuid === 'here';
  expect(isOrphan({ parent_uuid: null }, has)).toBe(true);
  expect(isOrphan({ parent_uuid: 'gone' }, has)).toBe(true);
  expect(isOrphan({ parent_uuid: 'here' }, has)).toBe(false);
});

test('the ancestors end at a deleted parent', () => {
  const campaign = item(1, { type: 'campaign' });
  const todo = item(3, { parent_uuid: 'item-2' });
  const living = new Map([campaign, todo].map((member) => [member.uuid, member]));
  expect(ancestorsOf(todo, (uuid) => living.get(uuid))).toEqual([]);
});

/** Damaged rows: any item under any other, or itself, or one that does not exist. */
const anyDamaged = fc
  .array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 8 })
  .map((parents) =>
    parents.map((parent, id) => item(id, { type: 'task', parent_uuid: `item-${parent}` })),
  );

test('[DATA-15] for any rows, the ancestors of an item are finite, distinct, and never include the item', () => {
  fc.assert(
    fc.property(anyDamaged, (rows) => {
      // Each lookup returns a new object, as a store does.
      const lookup = (uuid: string) => rows.filter((row) => row.uuid === uuid).map(copyOf)[0];
      for (const row of rows) {
        const line = [row, ...ancestorsOf(row, lookup)].map(({ uuid }) => uuid);
        expect(new Set(line).size).toBe(line.length);
        const last = lookup(line.at(-1) ?? '');
        const isEnd = lookup(last?.parent_uuid ?? '') === undefined;
        expect(isEnd || line.includes(last?.parent_uuid ?? '')).toBe(true);
      }
    }),
  );
});

test('[DATA-15] for any rows, a family contains every descendant once, parents first', () => {
  fc.assert(
    fc.property(anyDamaged, (rows) => {
      const childrenOf = (uuid: string) => rows.filter((row) => row.parent_uuid === uuid);
      for (const row of rows) {
        const family = familyFrom(row, childrenOf);
        expect(family[0]).toBe(row);
        expect(new Set(family).size).toBe(family.length);
        for (const [at, member] of family.entries()) {
          if (at > 0) expect(family.slice(0, at)).toContain(familyParent(family, member));
          for (const child of childrenOf(member.uuid)) expect(family).toContain(child);
        }
      }
    }),
  );
});

function copyOf(row: Item): Item {
  return { ...row };
}

function familyParent(family: readonly Item[], member: Item): Item | undefined {
  return family.find(({ uuid }) => uuid === member.parent_uuid);
}

test('a traversal reads nothing above the top level', () => {
  const lookup = vi.fn<(uuid: string) => undefined>();
  expect(nextAbove([])).toBe(null);
  expect(ancestorsOf(item(1), lookup)).toEqual([]);
  expect(lookup).not.toHaveBeenCalled();
});

test('a todo is not queried for children', () => {
  const childrenOf = vi.fn<(uuid: string) => readonly Item[]>(() => []);
  familyFrom(item(1, { type: 'task' }), childrenOf);
  familyFrom(item(2, { type: 'todo' }), childrenOf);
  expect(childrenOf.mock.calls).toEqual([['item-1']]);
});
