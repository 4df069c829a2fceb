// @ts-check

const choice = 'apps/web/src/features/sync-status/conflict-choice.tsx';
const versions = 'apps/web/src/features/sync-status/conflict-versions.ts';
const decision = 'apps/web/src/features/sync-status/conflict-decision.ts';
const resolve = 'packages/sync/src/conflicts/resolve-conflict.ts';
const merge = 'packages/domain/src/merge.ts';
const localItem = 'packages/sync/src/store/local-item.ts';
const buffered = 'packages/sync/src/remote/buffered-changes.ts';
const changer = 'packages/authority/src/store/changer.ts';
const reading = 'packages/authority/src/queries/read-items.ts';

/** The sides of a conflict: who made them, and what both of them hold. @type {readonly import('./violation.mjs').Violation[]} */
export const conflictSideViolations = [
  {
    row: 'CONF-07',
    what: 'both changes can be kept only if nothing collides',
    edits: [[merge, 'all.size > colliding.length', 'colliding.length === 0']],
  },
  {
    row: 'CONF-07',
    what: 'to keep both is offered although every changed field collides',
    edits: [[merge, 'all.size > colliding.length', 'all.size >= colliding.length']],
  },
  {
    row: 'CONF-07',
    what: 'to keep both is offered as it was found, whatever has changed since',
    edits: [[versions, "conflict.kind === 'update' && row", 'conflict.canKeepBoth && row']],
  },
  {
    row: 'CONF-07',
    what: 'to keep both is offered where nothing that was changed here is left',
    edits: [[merge, 'changed.length > 0 && all', 'all']],
  },
  {
    row: 'CONF-07',
    what: 'a roll-up counts as a change made here',
    edits: [[localItem, 'row.rolled === null || row.base', 'row.rolled !== null || row.base']],
  },
  {
    row: 'CONF-07',
    what: 'a value that was set back is sent over what others made of it',
    edits: [[resolve, 'differing.includes(field) && !refused', '!refused']],
  },
  {
    row: 'CONF-07',
    what: 'keeping both keeps the local side of what collides',
    edits: [[resolve, '!taken.includes(field)', 'taken.includes(field)']],
  },
  {
    row: 'CONF-07',
    what: 'every field is asked about, colliding or not',
    edits: [
      [
        versions,
        '    colliding,\n    local:',
        '    colliding: changedFields(base, server),\n    local:',
      ],
    ],
  },
  {
    row: 'CONF-07',
    what: 'keeping both needs no choice about what collides',
    edits: [[decision, "if (choice?.keep !== 'both') return choice", 'return choice']],
  },
  {
    row: 'CONF-09',
    what: 'the server notes only who made an item',
    edits: [[changer, '`${version}:${callerId}`', '`1:${callerId}`']],
  },
  {
    row: 'CONF-09',
    what: 'a version of an earlier server is told as made by who made the one before',
    edits: [[changer, 'return Number(of) === version ? ', 'return of ? ']],
  },
  {
    row: 'CONF-09',
    what: 'a change after a deletion is told as the deletion',
    edits: [
      [changer, 'item.updated_at === item.deleted_at ? changerOf(item) : null', 'changerOf(item)'],
    ],
  },
  {
    row: 'CONF-09',
    what: 'who ended a right is told as who deleted the item',
    edits: [[reading, "reason === 'deleted' && deleted_at !== null", 'deleted_at !== undefined']],
  },
  {
    row: 'CONF-09',
    what: 'who wrote what was erased stays known',
    edits: [['packages/authority/src/store/tombstone.ts', '    changed_by: null,\n', '']],
  },
  {
    row: 'CONF-09',
    what: 'the device forgets who deleted an item',
    edits: [[buffered, 'at === undefined ?', 'at !== undefined ?']],
  },
  {
    row: 'CONF-09',
    what: 'what one changed here is told as made by who made the version below',
    edits: [[localItem, 'base === null || base.updated_at !== row.updated_at', 'base === null']],
  },
  {
    row: 'CONF-09',
    what: 'one is somebody else to oneself',
    edits: [[choice, 'by === ownId ? you : known', 'known']],
  },
  {
    row: 'CONF-09',
    what: 'whom the device does not know has no name at all',
    edits: [[choice, "by === null || name === '' ? conflicts.somebody : name", 'name']],
  },
  {
    row: 'CONF-09',
    what: 'the heading is the title that others gave',
    edits: [[versions, '(row ?? server ?? base)?.title', '(server ?? row ?? base)?.title']],
  },
];
