// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

/** Of `packages/domain`. @type {readonly EquivalentMutant[]} */
export const equivalentInDomain = [
  ...equivalentIn('domain/src/text.ts', [
    ['at < text.length', 'at < text.length', 'at <= text.length', 'no character is there'],
  ]),
  ...equivalentIn('domain/src/rebase-tree.ts', [
    ["'also' in operation", "'also' in operation", 'true', 'an absent field is an empty list'],
    ['operation.also ?? []', '[]', '["Stryker was here"]', 'no item has that uuid'],
    [
      'after === null || after === before',
      'after === null',
      'false',
      'nothing comes of nothing only: both are null then',
    ],
    [
      "operation.kind === 'create'",
      "operation.kind === 'create'",
      'true',
      'only a create is marked as imported',
    ],
    [
      'after.parent_uuid !== null',
      'after.parent_uuid !== null',
      'true',
      'no key of the map is null',
    ],
    ['const parent = uuid === null', 'uuid === null', 'false', 'no key of the map is null'],
    ['child.parent_uuid === null', 'child.parent_uuid === null', 'false', 'nobody asks for null'],
    [
      'item.parent_uuid === null',
      'item.parent_uuid === null',
      'false',
      'no key of the map is null',
    ],
    ['parent.id !== item.parent_id', 'parent.id !== item.parent_id', 'true', 'a copy is equal'],
  ]),
  ...equivalentIn('domain/src/contacts-csv.ts', [
    [
      'name === undefined ? {}',
      'name === undefined',
      'false',
      'an absent name and an undefined one read alike',
    ],
    ["shown ?? ''", "''", '"Stryker was here!"', 'it has no digit'],
    [
      'at < text.length; at += 1',
      'at < text.length',
      'at <= text.length',
      'no quote is at the end',
    ],
  ]),
  ...equivalentIn('domain/src/day.ts', [
    ['const dayPattern', '/^', '/\\d', 'Date.parse refuses what stands before'],
    ['const dayPattern', '/^', '/^\\d{4}-\\d{2}-\\d{2}/', 'Date.parse refuses what stands behind'],
    ['due !== null && due < today', 'due !== null', 'true', 'null is less than no text'],
  ]),
  ...equivalentIn('domain/src/hierarchy.ts', [
    ['parent === null ||', 'parent === null', 'false', 'null comes before each type'],
    ['item.parent_uuid === null ||', 'item.parent_uuid === null', 'false', 'nobody has null'],
    ['!family.has(child.uuid)', '!family.has', 'true', 'a map keeps the place of a key'],
  ]),
  ...equivalentIn('domain/src/instant.ts', [
    ['claimed > now', 'claimed > now', 'claimed >= now', 'the ends are equal'],
    ['claimed < earliestInstant', 'claimed < e', 'claimed <= e', 'the ends are equal'],
    [
      'const instantPattern',
      '/^',
      '/^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})/',
      'Date.parse refuses what stands behind',
    ],
  ]),
  ...equivalentIn('domain/src/item-ref.ts', [
    ["typeof id !== 'number'", "typeof id !== 'number'", 'false', 'only numbers are safe integers'],
  ]),
  ...equivalentIn('domain/src/lists.ts', [
    [
      'return keyA < keyB ? 1 : -1;',
      'keyA < keyB',
      'keyA <= keyB',
      'equal keys are decided before',
    ],
  ]),
  ...equivalentIn('domain/src/merge.ts', [
    [
      'rebaseItem(asOptimistic(base), queued);\n  if (shown === null',
      'shown === null',
      'false',
      'an item with a base is there',
    ],
    [
      'rebaseItem(asOptimistic(remote), queued);\n  if (shown === null',
      'shown === null',
      'false',
      'an item with a base is there',
    ],
    ["'assigned_to' : [];", '[]', '["Stryker was here"]', 'no field has that name'],
  ]),
  ...equivalentIn('domain/src/phone.ts', [
    ["numbers[0] ?? ''", "''", '"Stryker was here!"', 'it has no digit'],
  ]),
  ...equivalentIn('domain/src/rights.ts', [
    ['line[0]?.isDeleted', 'line[0]?.isDeleted', 'line[0].isDeleted', 'the item is in its line'],
    ['case null:', 'case null:', 'case null:', 'what is not true is false'],
    ["to.length === 0 ? 'top'", "'top'", '""', 'only the other place is compared'],
  ]),
  ...equivalentIn('domain/src/roll-up.ts', [
    [
      "case 'removed':\n      return false",
      "case 'removed':",
      "case 'removed':",
      'what is not true is false',
    ],
    ["case 'removed':\n      return false", "'removed'", '""', 'what is not true is false'],
  ]),
  ...equivalentIn('domain/src/search.ts', [
    ["at < text.indexOf('\\n')", 'at < ', 'at <= ', 'a query has no line break'],
    ['a.updated_at < b.updated_at', 'a.updated_at < ', 'a.updated_at <= ', 'they differ here'],
  ]),
  ...equivalentIn('domain/src/shape.ts', [
    ['checks[at]?.(', 'checks[at]?.(', 'checks[at](', 'there is a check for each name'],
  ]),
  ...equivalentIn('domain/src/validate.ts', [
    ["?? 'todo';", "'todo'", '""', 'the draft is refused'],
    ["?? 'pending';", "'pending'", '""', 'the draft is refused'],
    ['value !== undefined) patch', 'value !== undefined', 'true', 'the change is refused'],
    [
      "typeof value !== 'number'",
      "typeof value !== 'number'",
      'false',
      'only numbers are safe integers',
    ],
    [": '';", "''", '"Stryker was here!"', 'it is no uuid'],
    ['value === undefined ? []', 'value === undefined', 'false', 'the change is refused'],
  ]),
];
