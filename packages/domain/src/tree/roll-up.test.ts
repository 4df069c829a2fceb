import fc from 'fast-check';
import { anyStatus } from '../testing/arbitraries.ts';
import type { ItemStatus } from '../values/item-values.ts';
import { rollUp, type ChildChange } from './roll-up.ts';

const p = 'pending';
const a = 'in_progress';
const c = 'completed';

function rolled(parent: ItemStatus, children: ItemStatus[], change: ChildChange): ItemStatus {
  return rollUp(
    { status: parent },
    children.map((status) => ({ status })),
    change,
  );
}

function changed(before: ItemStatus, after: ItemStatus): ChildChange {
  return { kind: 'status', before, after };
}

function added(status: ItemStatus): ChildChange {
  return { kind: 'added', status };
}

const removed: ChildChange = { kind: 'removed' };

test.each<[string, ItemStatus, ItemStatus[], ChildChange, ItemStatus]>([
  ['first child started', p, [a, p], changed(p, a), a],
  ['first child completed', p, [c, p], changed(p, c), a],
  ['child moved back to the queue', a, [p, p], changed(a, p), a],
  ['child of a pending parent moved back', p, [p, a], changed(a, p), p],
  ['last child completed', a, [c, c], changed(a, c), c],
  ['only child completed', p, [c], changed(p, c), c],
  ['child reopened under completed', c, [p, c], changed(c, p), a],
  ['child restarted under completed', c, [a, c], changed(c, a), a],
  ['child reopened under pending', p, [p, c], changed(c, p), p],
  ['child started under one completed by hand', c, [a, c], changed(p, a), c],
  ['child added under completed', c, [p, c], added(p), a],
  ['first child added under completed', c, [p], added(p), a],
  ['started child moved in under completed', c, [a, c], added(a), a],
  ['completed child added under completed', c, [c, c], added(c), c],
  ['completed child added beside open ones', c, [c, p], added(c), c],
  ['child added under pending', p, [p], added(p), p],
  ['child added under pending, another in progress', p, [p, a], added(p), p],
  ['child added under in progress', a, [p], added(p), a],
  ['started child moved in under pending', p, [a, p], added(a), a],
  ['completed child moved in under pending', p, [c, p], added(c), a],
  ['last open child removed', a, [c, c], removed, c],
  ['the only child removed', a, [], removed, a],
  ['the only child of completed removed', c, [], removed, c],
  ['child removed, others open', a, [p, c], removed, a],
  ['child removed, others waiting', p, [p], removed, p],
  ['child removed, another in progress', p, [a], removed, a],
  ['open child of one completed by hand removed', c, [p, c], removed, c],
  ['nothing changed', p, [a, a], changed(a, a), p],
])('a parent: %s: %s with %j', (_what, parent, children, change, expected) => {
  expect(rolled(parent, children, change)).toBe(expected);
});

/** A parent, its children after the change, and a change that fits them. */
const anyEvent = fc
  .record({ parent: anyStatus, others: fc.array(anyStatus), before: anyStatus, after: anyStatus })
  .chain(({ parent, others, before, after }) =>
    fc.constantFrom<[ItemStatus, ItemStatus[], ChildChange]>(
      [parent, [...others, after], changed(before, after)],
      [parent, [...others, after], added(after)],
      [parent, others, removed],
    ),
  );

test('a roll-up never returns a parent to pending', () => {
  fc.assert(
    fc.property(anyEvent, ([parent, children, change]) => {
      if (rolled(parent, children, change) === 'pending') expect(parent).toBe('pending');
    }),
  );
});

test('any real change that leaves only completed children completes the parent', () => {
  fc.assert(
    fc.property(
      anyStatus,
      fc.array(fc.constant<ItemStatus>(c), { minLength: 1 }),
      (parent, all) => {
        for (const change of [changed(p, c), changed(a, c), added(c), removed]) {
          expect(rolled(parent, all, change)).toBe(c);
        }
      },
    ),
  );
});

test('the order of the children does not matter', () => {
  fc.assert(
    fc.property(anyEvent, ([parent, children, change]) => {
      expect(rolled(parent, children.toReversed(), change)).toBe(rolled(parent, children, change));
    }),
  );
});

test('a child that is created and started in one request has the same result as in two', () => {
  fc.assert(
    fc.property(anyStatus, fc.array(anyStatus), anyStatus, (parent, others, status) => {
      fc.pre(!(parent === c && status === c)); // a completed child added never reopens
      const first = rolled(parent, [...others, p], added(p));
      const second = rolled(first, [...others, status], changed(p, status));
      expect(rolled(parent, [...others, status], added(status))).toBe(second);
    }),
  );
});
