// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const childless = 'nothing is below a todo';
const unmatched = 'nothing has such a uuid';
const known = 'a row that is there is taken over first';

/** Of `store` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncStore = [
  ...equivalentIn('sync/src/store/operation.ts', [
    ["itemUuid ?? ''", "''", '"Stryker was here!"', 'only what is about an item is asked for'],
  ]),
  ...equivalentIn('sync/src/store/queued-request.ts', [
    ['if (step === undefined)', 'step === undefined', 'true', 'there is no step yet'],
  ]),
  ...equivalentIn('sync/src/store/unit-of-work.ts', [
    ['absentUuids: readonly string[] = []', '[]', here, unmatched],
    ['uuids.filter((_, at)', 'uuids.filter', 'uuids', known],
    ['uuids.filter((_, at)', 'rows[at] === undefined', 'true', known],
    ['.get(uuid) ?? []', '[]', here, 'who asks for a family is given one'],
    ['level.filter(({ type }) => type', 'level.filter', 'level', childless],
    ["type !== 'todo'", "type !== 'todo'", 'true', childless],
    ["type !== 'todo'", "'todo'", '""', childless],
    [
      'parents.length === 0',
      'parents.length === 0',
      'false',
      'without parents there are no families',
    ],
  ]),
  ...equivalentIn('sync/src/store/written-parents.ts', [
    ['#localSeq = -1', '-1', '+1', 'no rows are kept yet'],
  ]),
];
