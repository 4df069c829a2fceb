// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const safeIsNumber = 'only a number is a safe integer';
const begun = 'a guest has a generation by then';

/** Of `data-file` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncDataFile = [
  ...equivalentIn('sync/src/data-file/data-file-export.ts', [
    ['if (id === null) return null', 'id === null', 'false', 'no sample user is without a number'],
  ]),
  ...equivalentIn('sync/src/data-file/data-file-plan.ts', [
    ['if (identity === undefined)', 'identity', 'false', 'each item of the chunk has an answer'],
    ["own?.generation ?? ''", 'own?.generation', 'own.generation', begun],
    ["own?.generation ?? ''", "''", '"Stryker was here!"', begun],
    ['generation ?? []', '[]', here, 'nobody has imported under such a name'],
    ['item.parent_uuid === null', 'item.parent_uuid', 'false', 'nothing is kept without a uuid'],
  ]),
  ...equivalentIn('sync/src/data-file/data-file-read.ts', [
    ["typeof version !== 'number'", "typeof version !== 'number'", 'false', safeIsNumber],
    ["typeof account === 'number'", "typeof account === 'number'", 'true', safeIsNumber],
    ['} catch {', '{', '{}', 'a function without a return returns undefined too'],
  ]),
];
