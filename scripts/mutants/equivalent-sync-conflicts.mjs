// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const text = '["Stryker was here"]';
const typeOnly = 'the type alone needs the guard: the caller has made sure of it';
const sameRow = 'a row of which nothing changed is recomputed to what it is';

/** Of what `packages/sync` does with conflicts. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncConflicts = [
  ...equivalentIn('sync/src/conflicts/conflict-subject.ts', [
    ['row.former?.base ?? server', 'row.former?.base', 'row.former.base', typeOnly],
    ['former !== null && isOwnLost', 'former !== null', 'true', 'isOwnLost is false without it'],
  ]),
  ...equivalentIn('sync/src/conflicts/detect-conflicts.ts', [
    ['requests.length < held', 'requests.length < held', 'requests.length <=', sameRow],
    ['former == null', 'row.base !== null', 'false', 'a row with a base is of no former history'],
  ]),
  ...equivalentIn('sync/src/conflicts/resolve-conflict.ts', [
    ['row.id !== based.id', 'row.id', 'true', 'an item may keep its own number'],
    ['conflict.server === null) return null', 'conflict.server', 'false', typeOnly],
    ['base === null || server', 'server === null', 'false', typeOnly],
    ['deletes.at(-1)', '[]', text, 'a delete is one of them'],
    [
      'deletes.at(-1)',
      'deletes.at(-1)?.touches',
      'deletes.at(-1).touches',
      'a delete is one of them',
    ],
    [
      'taker === undefined',
      'taker === undefined',
      'false',
      'only the item’s own requests have left',
    ],
    ["conflict.removal ?? 'hidden'", "'hidden'", '""', 'a conflict about a removal has its reason'],
    ['row.base === null ? {}', 'row.base === null', 'false', typeOnly],
  ]),
];
