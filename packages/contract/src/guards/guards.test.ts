import { addedFieldNames } from '@foray/domain';
import fc from 'fast-check';
import { answers } from '../testing/any-answers.ts';

/** In addition to the plain fields, fields that servers of earlier releases do not send. */
const laterFields = ['labels', 'position', 'occurrence', 'occurrence_of', 'repeat_done'];

/** Every place inside a JSON value, the value itself not included. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...places(inner, [...path, key]),
  ]);
}

/** The value with one place removed (undefined) or replaced. */
function spoilt(value: unknown, path: readonly string[], by: unknown): unknown {
  const copy = structuredClone(value);
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (by === undefined && !Array.isArray(holder)) delete holder[last];
  else holder[last] = by;
  return copy;
}

describe.each(answers)('%s', (_name, schema, guard, answer) => {
  test('the guard accepts what the schema accepts', () => {
    fc.assert(
      fc.property(answer, (value) => {
        expect(schema.safeParse(value).error).toBeUndefined();
        expect(guard(value)).toBe(true);
      }),
    );
  });

  test('the guard refuses a corrupted response that the schema refuses, and never throws', () => {
    const by = fc.constantFrom<unknown>(undefined, null, true, 'spoilt', 1.5, {}, [], [[]]);
    fc.assert(
      fc.property(answer, by, fc.nat(), (value, spoil, pick) => {
        const all = places(value);
        const path = all[pick % Math.max(1, all.length)];
        if (path === undefined) return;
        const broken = spoilt(value, path, spoil);
        const isOpenWord = ['kind', 'action'].includes(path.at(-1) ?? '');
        const kindOnly = isOpenWord && typeof spoil === 'string';
        // An earlier server, beside one that is being upgraded, leaves it out.
        const isAddedLater = [...addedFieldNames, ...laterFields].some(
          (name) => name === path.at(-1),
        );
        const isLeftOut = isAddedLater && spoil === undefined;
        if (schema.safeParse(broken).success || isLeftOut) expect(guard(broken)).toBe(true);
        else if (!kindOnly) expect(guard(broken)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('the guard accepts fields that a later server adds', () => {
    fc.assert(
      fc.property(answer, (value) => {
        if (!Array.isArray(value)) expect(guard({ ...value, later: 1 })).toBe(true);
      }),
    );
  });

  test.each([null, undefined, '', '<!doctype html>', 0, true, {}, [null], [[]]])(
    'the guard refuses %j',
    (value) => {
      expect(guard(value)).toBe(false);
    },
  );
});
