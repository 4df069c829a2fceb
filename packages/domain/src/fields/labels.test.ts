import fc from 'fast-check';
import {
  applyLabels,
  isEmptyLabelChange,
  joinLabelChanges,
  labelKey,
  labelsBetween,
  readLabelChange,
  readLabels,
  without,
  labelMeant,
} from './label-change.ts';
import { areLabels, labelsOf } from './labels.ts';

const label = fc.constantFrom('home', 'Home', 'work', 'WORK', 'später', 'Σίσυφος', 'ΣΊΣΥΦΟΣ');
const few = fc.array(label, { maxLength: 5 });
const labels = few.map((list) => valueOf(readLabels(list)));
const change = fc
  .tuple(few, few)
  .map(([add, remove]) => valueOf(readLabelChange({ add, remove: without(remove, add) })));

function valueOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('not valid');
  return result.value;
}

test('[LABEL-01] labels are normalised like titles, unique regardless of case, and sorted', () => {
  expect(readLabels(['work', ' At home ', 'WORK', 'Cafe\u0301', 'Σίσυφος', 'ΣΊΣΥΦΟΣ'])).toEqual({
    ok: true,
    value: ['At home', 'Caf\u00e9', 'work', 'Σίσυφος'],
  });
  for (const none of [null, undefined, []]) {
    expect(readLabels(none)).toEqual({ ok: true, value: [] });
  }
});

test.each([
  ['a list that is a text', 'home', 'malformed'],
  ['a number', [1], 'malformed'],
  ['half a surrogate pair', ['a\ud800'], 'malformed'],
  ['an empty label', [' '], 'required'],
  ['a label of two lines', ['a\nb'], 'control_character'],
  ['a label of 41 characters', ['x'.repeat(41)], 'too_long'],
  ['51 labels', Array.from({ length: 51 }, (_, number) => `label ${number}`), 'too_many'],
])('[LABEL-01] labels are refused with %s', (_what, value, error) => {
  expect(readLabels(value)).toEqual({ ok: false, error });
});

test('[LABEL-01] up to 50 labels of up to 40 characters are accepted', () => {
  const many = Array.from({ length: 50 }, (_, number) => `${number} `.padEnd(40, 'x'));
  expect(valueOf(readLabels([...many, many[0]]))).toHaveLength(50);
});

test('[LABEL-01] labels are empty in a row of an earlier release', () => {
  expect(labelsOf({})).toEqual([]);
  expect(labelsOf({ labels: ['home'] })).toEqual(['home']);
  const values = [undefined, ['home'], [], null, 'home', [1]];
  expect(values.map(areLabels)).toEqual([true, true, true, false, false, false]);
});

test('[LABEL-02] a change of labels names each label once, and a refusal names the wrong list', () => {
  expect(readLabelChange({ add: ['b', 'A'] })).toEqual({
    ok: true,
    value: { add: ['A', 'b'], remove: [] },
  });
  expect(readLabelChange({ add: [''], remove: [1] })).toEqual({
    ok: false,
    error: { add: 'required', remove: 'malformed' },
  });
  expect(readLabelChange({ add: ['home'], remove: 1 })).toMatchObject({
    error: { remove: 'malformed' },
  });
  expect(readLabelChange({ add: ['home'], remove: ['HOME'] })).toEqual({
    ok: false,
    error: { remove: 'twice' },
  });
});

test('[LABEL-02] a change of labels adds and removes the named labels, and keeps the others and their spelling', () => {
  const there = ['Home', 'later'];
  const after = applyLabels(there, { add: ['home', 'errand'], remove: ['LATER', 'gone'] });
  expect(after).toEqual(['errand', 'Home']);
  expect(applyLabels(there, { add: ['HOME'], remove: ['gone'] })).toBe(there);
});

test('[LABEL-02] a change of labels commutes with a change of other labels', () => {
  fc.assert(
    fc.property(labels, change, change, (before, one, two) => {
      const named = [...one.add, ...one.remove];
      const other = { add: without(two.add, named), remove: without(two.remove, named) };
      const [first, second] = [
        applyLabels(applyLabels(before, one), other),
        applyLabels(applyLabels(before, other), one),
      ];
      expect(first).toEqual(second);
    }),
  );
});

test('[LABEL-02] a change of labels: joined with the next change it has the effect of both in turn', () => {
  fc.assert(
    fc.property(labels, change, change, (before, one, two) => {
      const joined = joinLabelChanges(one, two);
      const keys = (list: readonly string[]) => list.map(labelKey);
      const inTurn = applyLabels(applyLabels(before, one), two);
      expect(keys(applyLabels(before, joined))).toEqual(keys(inTurn));
      expect(readLabelChange(joined)).toEqual({ ok: true, value: joined });
    }),
  );
});

test('[LABEL-02] a change of labels between two sets turns one into the other, and is empty if they are equal', () => {
  fc.assert(
    fc.property(labels, labels, (before, after) => {
      const between = labelsBetween(before, after);
      expect(applyLabels(before, between).map(labelKey)).toEqual(after.map(labelKey));
      const isSame = String(before.map(labelKey)) === String(after.map(labelKey));
      expect(isEmptyLabelChange(between)).toBe(isSame);
    }),
  );
});

test('[SEARCH-09] a typed label matches an existing label that is equal, or that differs only in accents', () => {
  expect(labelMeant(['Café', 'cafe'], 'CAFE')).toBe('cafe');
  expect(labelMeant(['Zürich', 'Café'], 'cafe')).toBe('Café');
  expect(labelMeant(['Café'], 'cafes')).toBeUndefined();
});
