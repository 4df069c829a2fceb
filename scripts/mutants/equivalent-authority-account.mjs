// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const erasedVersion = 'nobody sees or restores what is erased';

/** Of accounts and feeds in `packages/authority`. @type {readonly EquivalentMutant[]} */
export const equivalentInAccounts = [
  ...equivalentIn('authority/src/account/account.ts', [
    ['known?.phone !== who.phone', 'known?.phone', 'known.phone', 'no row of a user is deleted'],
  ]),
  ...equivalentIn('authority/src/account/contacts.ts', [
    ['me === undefined', 'me === undefined', 'false', 'no row of a user is deleted'],
    ['`user ${caller.userId} is missing', '`user', '``', 'the text of a bug that cannot be'],
    ['rows.length > 0', 'rows.length > 0', 'true', 'no row is written'],
    ['rows.length > 0', 'rows.length > 0', 'rows.length >= 0', 'no row is written'],
    ['phone ?? []', '[]', here, 'no user imported that as a number'],
    ['me.phone === null', '[]', here, 'only an ended account has no number, and it may do nothing'],
    ['me.phone === null', 'me.phone === null', 'false', 'only an ended account has no number'],
    ['known.has(phone)) continue', 'known.has(phone)', 'false', 'a contact that is there stays'],
    ['others.length === 0', 'others.length === 0', 'false', 'no head moves and no row is written'],
  ]),
  ...equivalentIn('authority/src/account/erase-account.ts', [
    ['placeholder: false', 'false', 'true', 'nobody signs in to a row without a number'],
    ["'StillHoldsItems'", "'StillHoldsItems'", '""', 'it is caught, and nobody reads its name'],
    ['user === undefined ||', 'user === undefined', 'false', 'no row of a user is deleted'],
    ['places.length > 0', 'places.length > 0', 'true', 'no row is written'],
    ['places.length > 0', 'places.length > 0', 'places.length >= 0', 'no row is written'],
  ]),
  ...equivalentIn('authority/src/account/erase-holdings.ts', [
    ['found.length === 0', 'found.length === 0', 'false', 'nothing is found, nothing is written'],
    ['logCleared(unit, row, held', '[]', here, 'each of them has its line'],
    ['const isHead = isNoCopy', '[]', here, 'each of the tree has its line'],
    ['const erased', '[]', here, 'no item has that id'],
    [
      '!isTombstone(row) || row.assigned_to',
      '!isTombstone(row) ||',
      'true',
      'a tombstone is written as it was',
    ],
    ['isTombstone(row) ||', 'row.assigned_to', 'false', 'no tombstone is assigned'],
    ['isTombstone(row) ||', 'row.assigned_to', 'row.assigned_to ===', 'it is written as it was'],
    [
      'kept.assigned_to !==',
      'kept.assigned_to !==',
      'true',
      'logCleared finds that nothing changed',
    ],
    ['row.user_id < firstPersonId', 'row.user_id <', 'false', 'no sample person owns an item'],
    ['deleted_op: `', '`${row.id}', '``', erasedVersion],
    ['deleted_op: `', 'row.version + 1', 'row.version - 1', erasedVersion],
    ['const version', 'row.version + 1', 'row.version - 1', erasedVersion],
    [
      'const old =',
      'before.find',
      'before.find(({\n  id\n}) => id === row.id).',
      'it is always there',
    ],
  ]),
  ...equivalentIn('authority/src/feed/changes.ts', [
    ['users: userIds.flatMap', '[]', here, 'no row of a user is deleted'],
    ['mutuals: mutualIds\n        .flatMap', '[]', here, 'no row of a user is deleted'],
    ['page.more ?', 'page.rows.at(-1)?.seq', 'page.rows.at(-1).seq', 'a page with more has rows'],
    ['revOf.size === 0', 'revOf.size === 0', 'false', 'nothing is asked for, nothing is read'],
    ['row.item_id ?? []', '[]', here, 'no item has that id'],
    ['ids.length === 0', 'ids.length === 0', 'false', 'no head moves and no row is written'],
  ]),
];
