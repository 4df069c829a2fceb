// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const speed = 'it only saves reads';
const sameStored = 'the same is stored again';

/** Of `account` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncAccount = [
  ...equivalentIn('sync/src/account/former-account.ts', [
    ['parent_uuid: row.parent_uuid === null', 'row.parent_uuid', 'false', 'null has no new name'],
    ['const isSample = assignee !== null', 'assignee !== null', 'true', 'no sample user is null'],
    ['if (moved.length > 0)', 'moved.length', 'true', 'a number more lets a tab look in vain'],
    ['if (moved.length > 0)', 'moved.length', 'moved.length >= 0', 'it lets a tab look in vain'],
  ]),
  ...equivalentIn('sync/src/account/guest-items.ts', [
    ['const uuids = [...living', '[...living, ...deleted]', '[]', speed],
    ['const uuids = [...living', '(row) =>', '() =>', speed],
    ['if (taken.size === 0) unit', 'taken.size', 'false', speed],
    ['if (taken.size === 0) unit', '[]', here, 'nothing has such a uuid'],
  ]),
  ...equivalentIn('sync/src/account/guest-upgrade.ts', [
    ['if (!moved.ok) return moved', '!moved.ok', 'false', 'the write that begins reads it too'],
    ['if (isNew) await', 'isNew', 'true', sameStored],
    ['isEmptied ? ok(true)', 'true', 'false', 'what is empty need not be emptied'],
    ['if (items.length === ids.length)', 'items.length', 'false', 'it only saves deletes'],
  ]),
  ...equivalentIn('sync/src/account/sign-out.ts', [
    ['if (!cancelled.ok) {', '!cancelled.ok', 'true', 'it is void by its count too'],
  ]),
  ...equivalentIn('sync/src/account/stored-account-memory.ts', [
    ['const over = row === undefined', 'row === undefined', 'false', 'it has no text either'],
    ["used.error.code === 'closed'", 'used.error.code', 'true', 'it only tries in vain'],
    ['isEmptied && triesLeft > 0', 'triesLeft > 0', 'triesLeft >= 0', 'one more try'],
    ['if (textOf(before) !== textOf({', 'textOf(before) !==', 'true', sameStored],
    ['if (textOf(before) !== textOf({', '{ remembered, heard }', '{}', sameStored],
    ['if (remembered === null) return null', 'remembered === null', 'false', 'it reads as nobody'],
    ['Array.isArray(value?.heard)', 'value?.heard', 'value.heard', 'there is a value by then'],
    ['Array.isArray(value?.heard)', '[]', here, 'no writing has such a name'],
  ]),
];
