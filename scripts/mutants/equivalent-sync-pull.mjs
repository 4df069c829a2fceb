// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const speed = 'it only saves reads';
const storedAgain = 'the same is stored again';

/** Of `pull` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncPull = [
  ...equivalentIn('sync/src/pull/compare-with-server.ts', [
    [
      'row.updated_at > lastAt)',
      'row.updated_at > lastAt',
      'row.updated_at >=',
      'an equal time is the same',
    ],
    ['if (rev < received.rev)', 'rev <', 'rev <=', 'equal ones are decided on in the line above'],
    [
      'return entry.row.version >',
      'entry.row.version >',
      'entry.row.version >=',
      'they differ here',
    ],
  ]),
  ...equivalentIn('sync/src/pull/pull-streams.ts', [
    ['if (asked.length === 0) return', 'asked.length', 'false', speed],
    ["result?.status === 'rejected'", 'result?.', 'result.', 'each stream has a result'],
    ['if (ended.length > 0)', 'ended.length', 'true', 'a write without changes stores nothing'],
    [
      'if (ended.length > 0)',
      'ended.length',
      'ended.length >=',
      'a write without changes stores nothing',
    ],
    ['if (!isAsked) await rest', '!isAsked', 'true', 'a page that is used is awaited anyway'],
    ['ahead !== null && isAsked', 'ahead !== null', 'true', 'what is asked for is not null'],
    ['const isSame = next.cursor', 'next.cursor === state.cursor &&', 'false', storedAgain],
    ['if (!isSame || state.fullSince', '!isSame ||', 'true', storedAgain],
    [
      '&& next.fullSince === null)',
      'next.fullSince',
      'true',
      'the end is looked for in the cursors',
    ],
    ['isLast || last === undefined', 'last ===', 'false', 'only the last part can be empty'],
    [
      '(await unit.tx.allItems()).filter',
      '(await unit.tx.allItems()).filter',
      'await',
      'others are skipped below',
    ],
    ['allItems()).filter(', 'row.type === type', 'true', 'others are skipped below'],
    ['const readUpTo =', 'page.notifications', 'true', speed],
    ['const readUpTo =', 'page.notifications', 'page.notifications.length >=', speed],
  ]),
];
