// @ts-check
import { equivalentIn } from './equivalent-in.mjs';

/** @typedef {import('./equivalent.mjs').EquivalentMutant} EquivalentMutant */

const text = '["Stryker was here"]';
/** What is changed is seen before or after; of an item that is not touched the caller keeps `manage`. */
const ownRow = 'the caller’s own row is written exactly where the item is touched';
/**
 * Who moves, restores or removes somebody has a right by the root or by what is above the item, and a move
 * needs one on the new parent; what depends on the item alone is an assignment to it.
 */
const handsOn =
  'a caller loses the item only by ending their assignment to it, which sets lastSeen';
/** Another root alone would change it, and what changes its root is checked for everybody. */
const unchecked = 'who is not checked keeps the row, with the root that it has';
/** Rows that are there are planned anyway; `peopleBelow` has those who may see what is above theirs. */
const noRow =
  'an assignee of what is deleted has no right by it, and a right by others names them too';

/** Of what `packages/authority` does with items. @type {readonly EquivalentMutant[]} */
export const equivalentInItems = [
  ...equivalentIn('authority/src/items/access-plan.ts', [
    [
      'checked !== undefined && (checked.people',
      'checked.people',
      'true',
      'it comes out as it was',
    ],
    ['checked === undefined ? []', '[]', text, 'it is nobody'],
    ['toSorted((a, b) => a - b)', '(a, b)', '() =>', 'each user has a feed of their own'],
    ['toSorted((a, b) => a - b)', 'a - b', 'a + b', 'each user has a feed of their own'],
    ['before?.root_id', 'before?.root_id', 'before.root_id', 'a row without another is new'],
    ['of concerned ?? []', '[]', text, 'it is nobody'],
    ['known.length === 0 ? []', '[]', text, 'it is of no item'],
    ['ofSome.length === 0 ? []', '[]', text, 'it is of no item'],
    ['const isMeant', 'unit.touched', 'true', unchecked],
    ['if (isMeant)', 'isMeant', 'true', unchecked],
    ['const assignees =', 'item.deleted_at === null', 'true', noRow],
    ['const assignees =', '[]', text, 'a text is no user and has no right: it gets no row'],
    ['parent === undefined', 'parent === undefined', 'false', 'all that is above has been read'],
    ['parent === undefined', '`what', '``', 'all that is above has been read'],
    ['parents.length === 0 ? []', '[]', text, 'it is of no item'],
  ]),
  ...equivalentIn('authority/src/items/move.ts', [
    ['assigned_to ?? []', '[]', text, 'it is nobody'],
    ['row.assigned_to === null ||', 'row.assigned_to === null', 'false', 'null stays null'],
    [
      'const isCleared',
      'before.get(row.id)?.assigned_to',
      'before.get(row.id).assigned_to',
      'what moves along was below',
    ],
    ['const reRooted', 'taken.filter', 'taken', 'what has something below moves to other roots'],
    ['const reRooted', 'row.root_id !==', 'true', 'what has something below moves to other roots'],
    [
      'const reRooted',
      'before.get(row.id)?.root_id',
      'before.get(row.id).root_id',
      'what moves along was below',
    ],
    [
      'const assigned_to = { old',
      'before.get(row.id)?.assigned_to',
      'before.get(row.id).assigned_to',
      'what moves along was below',
    ],
    [
      "item.parent_id, { kind: 'removed' }",
      "{ kind: 'removed' }",
      '{}',
      'what is not added is removed',
    ],
    ["item.parent_id, { kind: 'removed' }", "'removed'", '""', 'what is not added is removed'],
    ["after.id, { kind: 'removed' }", "{ kind: 'removed' }", '{}', 'what is not added is removed'],
    ["after.id, { kind: 'removed' }", "'removed'", '""', 'what is not added is removed'],
  ]),
  ...equivalentIn('authority/src/items/item-view.ts', [
    ['parents.length === 0 ? []', '[]', text, 'it is of no item'],
    ['seen.length === 0', 'seen.length === 0', 'false', 'for nothing nothing is asked'],
    ['row === undefined', 'row === undefined', 'false', 'a row of an item stays'],
    ["permission: 'view'", "'view'", '""', 'only the place in the feed is shown'],
    ['removed: true', 'true', 'false', 'only the place in the feed is shown'],
    ["reason: 'hidden'", "'hidden'", '""', 'only the place in the feed is shown'],
    ['return wire === undefined', 'wire === undefined', 'false', 'for one item there is one'],
    ['person === undefined', 'person === undefined', 'false', 'a row of a user stays'],
    ['person === undefined', '`user', '``', 'a row of a user stays'],
  ]),
  ...equivalentIn('authority/src/items/assignees.ts', [
    ['others.length === 0 ? []', '[]', text, 'it is nobody'],
    ['below?.people', 'below?.people', 'below.people', 'for one item there is one answer'],
    ['below?.people', '[]', text, 'for one item there is one answer'],
    ['deleted_at === null &&', 'assigned_to !== null', 'true', 'null is less than each id'],
  ]),
  ...equivalentIn('authority/src/items/family.ts', [
    ['(byId.length === 0 ? []', '[]', text, 'no item is found in it'],
    ['(byUuid.length === 0 ? []', '[]', text, 'no item is found in it'],
    ['.get(item.id) ?? []', '[]', text, 'each item has its line'],
    ['parent_id ?? []', '[]', text, 'id and uuid of a parent are null together'],
  ]),
  ...equivalentIn('authority/src/items/family-limits.ts', [
    ['below?.people ?? []', '[]', text, 'for one item there is one answer'],
    ['below?.items', 'below?.items', 'below.items', 'for one item there is one answer'],
  ]),
  ...equivalentIn('authority/src/commands/restore-item.ts', [
    ['item === undefined ? []', '[]', text, 'it is refused'],
    ['return [undefined]', '[undefined]', '[]', 'the first of nothing is undefined too'],
    ['found.deleted_op === null ? []', '[]', text, 'it is no item'],
    ['item?.deleted_op !==', 'item?.deleted_op', 'item.deleted_op', 'a row of an item stays'],
    ['row ?? []', '[]', text, 'a row of an item stays'],
    ['lines.get(row.id) ?? []', '[]', text, 'each item has its line'],
    ['lines.get(item.id) ?? []', '[]', text, 'each item has its line'],
    ['new Set([item.id, ...back', '({ id }) => id', '() =>', 'only todos move while deleted'],
    [
      'const isOwnDelete',
      'item.deleted_op?.startsWith',
      'item.deleted_op.startsWith',
      'what is deleted names its delete',
    ],
    ['const isOwnDelete', 'false', 'true', 'what is deleted names its delete'],
    ['lineOf(row).slice(0, 1)', 'lineOf(row).slice', 'lineOf(row)', 'a task stands in no task'],
    ['row.parent_id === null ||', 'row.parent_id === null', 'false', 'nothing rolls up in null'],
    ["may(permission, 'restore')", "'restore'", '""', 'what is not named needs manage too'],
    ["false), 'restore')", "'restore'", '""', 'what is not named needs manage too'],
    ["false), 'restore')", 'false', 'true', 'to see it does not allow it'],
  ]),
  ...equivalentIn('authority/src/commands/patch-item.ts', [
    ['line[0] ?? null', 'line[0] ?? null', 'line[0] && null', 'only a new parent is read'],
    ["may(permission, 'move')", "'move'", '""', 'what is not named needs manage too'],
    ["{ kind: 'patch'", "'patch'", '""', 'its kind is not read'],
    ['const below = isMoved', '[]', text, 'it is read only where something moves'],
    ['items: isNewTree', '[]', text, 'it is no item'],
    ['parents: isMoved', '[]', text, 'it is no item'],
    ['parents: isMoved', 'to.line.slice(0, 1)', 'to.line', 'a task stands in no task'],
    [
      'const isReassigned = after',
      'after.assigned_to !== item.assigned_to',
      'true',
      'who stays assigned is counted with the item',
    ],
  ]),
  ...equivalentIn('authority/src/commands/create-item.ts', [
    ['place.line.slice(0, 1)', 'place.line.slice', 'place.line', 'a task stands in no task'],
  ]),
  ...equivalentIn('authority/src/commands/delete-item.ts', [
    ["command.ref, 'delete'", "'delete'", '""', 'what is not named needs manage too'],
    ['deleted_op:', 'item.version + 1', 'item.version - 1', 'each delete has a version of its own'],
    ["{ kind: 'removed' }", "{ kind: 'removed' }", '{}', 'what is not added is removed'],
    ["{ kind: 'removed' }", "'removed'", '""', 'what is not added is removed'],
  ]),
  ...equivalentIn('authority/src/commands/remove-person.ts', [
    ["'removePerson'", "'removePerson'", '""', 'what is not named needs manage too'],
  ]),
  ...equivalentIn('authority/src/commands/flush.ts', [
    ['const isNothing', 'unit.entries.length === 0', 'true', 'what is logged is seen by somebody'],
    ['const isNothing', 'access.length === 0', 'true', 'what is seen is logged'],
    ['isNothing &&', 'steps.length === 0', 'true', 'what is told or counted is logged'],
    ['isNothing &&', '[]', text, 'it is nobody’s'],
    ['left === 0', 'left === 0', 'false', 'each place is counted before'],
    ['left === 0', '`no place', '``', 'each place is counted before'],
    ['head === undefined', 'head === undefined', 'false', 'each head that is read has moved'],
    ['head === undefined', '`the head', '``', 'each head that is read has moved'],
  ]),
  ...equivalentIn('authority/src/commands/execute.ts', [
    ['row === undefined ||', 'row === undefined', 'false', ownRow],
    ['row === undefined ||', 'row === undefined', 'row === undefined &&', ownRow],
    ['row === undefined ||', 'access === undefined', 'false', ownRow],
    ['op?.fingerprint', 'op?.fingerprint', 'op.fingerprint', 'only a key is known'],
    ['known.fields === null', 'known.fields === null', 'false', 'null and absent are one'],
    ['itemId === null', 'itemId === null', 'false', 'what was applied names its item'],
    ['wire === undefined || lastSeen', 'wire === undefined ||', 'false', handsOn],
    ['wire === undefined || lastSeen', 'wire === undefined ||', 'wire === undefined &&', handsOn],
    [
      'wire === undefined',
      'wire === undefined',
      'false',
      'one item that is there is one on the wire',
    ],
    ['lastSeen === null', 'lastSeen === null', 'false', handsOn],
    ['lastSeen === null', '{ ...wire', '{}', handsOn],
  ]),
  ...equivalentIn('authority/src/commands/run-request.ts', [
    ["?? 'null'", "'null'", '""', 'JSON has no undefined'],
    ['Object.entries(value)', 'Object.entries(value)', 'Object.entries', 'JSON has no undefined'],
    ['field !== undefined', 'field !== undefined', 'true', 'JSON has no undefined'],
    ['(a < b ? -1 : 1)', 'a < b', 'a <= b', 'no name is there twice'],
    ['(a < b ? -1 : 1)', 'a < b', 'a >= b', 'any one order will do'],
  ]),
  ...equivalentIn('authority/src/epochs/database-run.ts', [
    ["run = ''", "''", '"Stryker was here!"', 'each text has a first part'],
    ["rest[index] ?? ''", "''", '"Stryker was here!"', 'there is one at each index'],
  ]),
  ...equivalentIn('authority/src/epochs/epoch-checked-store.ts', [
    ["readonly name = 'EpochChanged'", "'EpochChanged'", '""', 'only people read it'],
    ["super('epoch_changed')", "'epoch_changed'", '""', 'only people read it'],
  ]),
  ...equivalentIn('authority/src/store/store.ts', [
    ["'RetryTransaction'", "'RetryTransaction'", '""', 'only people read it'],
    ["'StoreUnavailable'", "'StoreUnavailable'", '""', 'only people read it'],
  ]),
  ...equivalentIn('authority/src/store/unit-of-work.ts', [
    ['newUuid: () => {', '{', '{}', 'who makes items names it'],
    ["'this change makes no items'", "'this", '""', 'who makes items names it'],
    ['const some = isAll ? []', '[]', text, 'it is not read'],
  ]),
  ...equivalentIn('authority/src/items/permitted-item.ts', [
    ['item === undefined ||', 'item === undefined', 'false', 'nobody has a right on it'],
  ]),
  ...equivalentIn('authority/src/queries/campaign-activity.ts', [
    ['.filter((value) => typeof', 'typeof value', 'true', 'what is no number names nothing'],
    ['? [] : row.item_id', '[]', text, 'no item has that id'],
    ["uuidOf.get(row.item_id) ?? ''", "''", '"Stryker was here!"', 'a row of an item stays'],
    ["nameOf.get(row.user_id) ?? ''", "''", '"Stryker was here!"', 'a row of a user stays'],
    ["nameOf.get(Number(value)) ?? ''", "''", '"Stryker was here!"', 'a row of a user stays'],
  ]),
  ...equivalentIn('authority/src/queries/read-items.ts', [
    [
      'query.since >= fullFetchMark',
      'query.since >=',
      'query.since >',
      'a row comes before a mark',
    ],
    ["reason ?? 'hidden'", "'hidden'", '""', 'what is removed has a reason'],
    ['last < page.floor', 'last < page.floor', 'last <= page.floor', 'that row is forgotten'],
  ]),
  ...equivalentIn('authority/src/queries/deleted-items.ts', [
    ["deleted_at = ''", "''", '"Stryker was here!"', 'a place has both'],
    ["deleted_op = ''", "''", '"Stryker was here!"', 'a place has both'],
    ['isMine(item) ?', '[]', text, 'the store names only what they manage'],
    ['ids.length === 0', 'ids.length === 0', 'false', 'for nothing nothing is found'],
    ['ancestors.get(item.id) ?? []', '[]', text, 'each item has its line'],
    ['item !== undefined &&', 'item !== undefined', 'true', 'both are there'],
    ['item !== undefined &&', 'item !== undefined &&', 'true', 'both are there'],
    ['item !== undefined &&', 'row !== undefined', 'true', 'both are there'],
    [
      'item !== undefined &&',
      'item !== undefined && row',
      'item !== undefined ||',
      'both are there',
    ],
  ]),
];
