// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const here = '["Stryker was here"]';
const speed = 'it only saves reads';
const unmatched = 'nothing has such a uuid';
const wholePlace = 'the feed names both of a parent, or none';
const sameLinks = 'children that are linked already stay as they are';
const unqueued = 'what is here and not pending has nothing queued';
const logCode = 'a code in the sync log';

/** Of `remote` in `packages/sync`. @type {readonly EquivalentMutant[]} */
export const equivalentInSyncRemote = [
  ...equivalentIn('sync/src/remote/apply-remote.ts', [
    ['parentsOf(entries).filter(({ uuid', 'parentsOf(', 'parentsOf(entries)', speed],
    ['.filter(({ uuid }) => !unit.knows', '({ uuid }) =>', '() =>', speed],
    ['.filter(({ uuid }) => !unit.knows', '!unit.knows', 'unit.knows', speed],
    ['isAnyMarked = [', 'length > 0', 'true', speed],
    ['isAnyMarked = [', 'length > 0', 'length >= 0', speed],
    ['mayDiffer = hasQueue', 'hasQueue ||', 'true', speed],
    ['changedParents: LocalItem[] = []', '[]', here, 'nothing is below what is no row'],
    ['isRefetch) await', 'isRefetch', 'true', 'every stored row is newer than none'],
    ["entry.kind === 'row' ? trashed", "entry.kind === 'row'", 'true', 'what is in it is not here'],
    ['if (row?.base == null)', 'row?.base', 'row.base', 'a row of the page is here by then'],
    ['holder.uuid !== uuid', 'holder.uuid', 'true', 'who asks has the item under another number'],
    ["may(row.permission, 'delete')", "'delete'", '""', 'contribute allows neither'],
    ['row.parent_uuid === null ? undefined', 'row.parent_uuid', 'false', unmatched],
    ['const isNamed =', 'hasQueue && held', 'hasQueue || held', unqueued],
    ['const isNamed =', 'held === undefined', 'true', unqueued],
    ['held === undefined || held.id !==', 'held === undefined ||', 'true', sameLinks],
    ['unit.cache([stored])', '[stored]', '[]', speed],
    ['const missing: string[] = []', '[]', here, unmatched],
    ['if (mayDiffer) await', 'mayDiffer', 'true', speed],
    ['else unit.cache([], missing)', '[]', here, unmatched],
    ["{\n    if (entry.kind === 'removal", '{\n    if (entry.kind', '{}', speed],
    ["entry.kind === 'removal') continue", 'entry.kind', 'true', speed],
    ['id !== null && uuid !== null', 'id !== null &&', 'false', speed],
    ['id !== null && uuid !== null', 'id !== null &&', 'id !== null ||', wholePlace],
    ['id !== null && uuid', 'id !== null', 'id === null', speed],
    ['uuid !== null) parents', 'uuid !== null', 'true', wholePlace],
    ['uuid !== null) parents', 'uuid !== null', 'uuid === null', speed],
    ['return [...parents].map', '[...parents]', '[]', speed],
    ['): void {', '{', '{}', speed],
    ['of parents.entries()) {', '{', '{}', speed],
    ['[row]);\n    else missing', '[row]', '[]', speed],
    ['[row]);\n    // With something queued', '[row]', '[]', speed],
    ['else if (!hasQueue)', '!hasQueue', 'false', speed],
    ['else if (!hasQueue)', '[]', here, unmatched],
    ['else if (!hasQueue)', '[uuid]', '[]', speed],
  ]),
  ...equivalentIn('sync/src/remote/buffered-changes.ts', [
    ['row.former?.isLost ?', 'row.former?.', 'row.former.', 'then the row is of a former history'],
    [
      'const conflict = type ===',
      'type === undefined',
      'false',
      'its row is marked as long as it is',
    ],
    ['row.id !== base.id) await freeNumber', 'row.id !== base.id', 'true', speed],
    ['row.id !== base.id) await updateChild', 'row.id !== base.id', 'true', sameLinks],
    ['const own = dropped', 'dropped.filter', 'dropped', 'what is queued applies again'],
    ['const own = dropped', 'request.itemUuid', 'true', 'what is queued applies again'],
    ['touches.slice(1)', 'touches.slice', 'touches', 'the item itself is as it should be, or gone'],
  ]),
  ...equivalentIn('sync/src/remote/epoch-change.ts', [
    ["'epoch_changed')", "'epoch_changed'", '""', logCode],
    ["'brought_along')", "'brought_along'", '""', logCode],
    ["itemUuid ?? ''", "''", '"Stryker was here!"', unmatched],
    [
      "request.data?.['up_to']",
      'request.data?.',
      'request.data[',
      'a request about no item has data',
    ],
  ]),
  ...equivalentIn('sync/src/remote/full-fetch.ts', [
    ['epoch?.isPartial === undefined', 'epoch?.isPartial ===', 'false', 'the same is stored again'],
  ]),
  ...equivalentIn('sync/src/remote/newest-known.ts', [
    ["kind: 'removal', removal: value", "'removal'", '""', 'what is no row is a removal'],
  ]),
  ...equivalentIn('sync/src/remote/unconfirmed.ts', [
    ['isAnyRolled = found.some', "kind === 'rolled'", 'true', speed],
    ['const moving = rolled.length', 'rolled.length', 'false', speed],
    ['if (to === undefined) continue;', 'to === undefined', 'false', 'its item is pending there'],
    ["itemByUuid(itemUuid ?? '')", "''", '"Stryker was here!"', unmatched],
    ["reason: 'deleted', rev: 0", "'deleted'", '""', 'only what is hidden is told apart'],
  ]),
];
