// @ts-check

const matrix = 'apps/server/src/rights-matrix.test.ts';
const change = 'packages/domain/src/change.ts';
const checks = 'apps/server/src/http/client-checks.ts';
const creating = 'packages/authority/src/commands/create-item.ts';
const executing = 'packages/authority/src/commands/execute.ts';
const history = 'packages/authority/src/queries/campaign-activity.ts';
const patching = 'packages/authority/src/commands/patch-item.ts';
const people = 'packages/authority/src/items/people.ts';
const permitted = 'packages/authority/src/items/permitted-item.ts';
const validate = 'packages/domain/src/validate.ts';
const stored = 'apps/server/src/db/store/items.ts';
const views = 'packages/authority/src/items/item-view.ts';

/** What answers and histories tell, and what a payload may say. @type {readonly import('./violation.mjs').Violation[]} */
export const answerViolations = [
  {
    row: 'SHARE-30',
    what: 'a repeat says that what was lost is forbidden',
    edits: [
      [
        executing,
        "known.code === 'forbidden' ? await missingNow(tx, caller, command) : null",
        'null',
      ],
    ],
  },
  {
    row: 'SHARE-30',
    what: 'a repeat says that the parent that was lost is forbidden',
    edits: [[executing, 'return unseenParent(parent, true);', 'return null;']],
  },
  {
    row: 'SHARE-27',
    what: 'somebody to whom an import is assigned hears nothing',
    edits: [
      [
        'packages/authority/src/items/notices.ts',
        '  if (user_id === unit.callerId ||',
        '  if (unit.isImport || user_id === unit.callerId ||',
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'an item without a right to it is forbidden, not missing',
    edits: [
      [
        permitted,
        'if (item === undefined || permission === null) return',
        "if (item !== undefined && permission === null) return err({ code: 'forbidden' });\n  if (item === undefined || permission === null) return",
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'a refusal says that there is such an item',
    edits: [
      [
        permitted,
        'return err(await missingItem(unit, request));',
        "return err({ ...(await missingItem(unit, request)), ...(item && { fields: { ref: 'hidden' } }) });",
      ],
    ],
  },
  {
    test: [matrix, 'rights at deleteItem'],
    what: 'an item that the caller may only see is missing, not forbidden',
    edits: [
      [
        permitted,
        "if (!mayWith(item, permission, action)) return err({ code: 'forbidden' });",
        'if (!mayWith(item, permission, action)) return err(await missingItem(unit, request));',
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'every item is read as one that the reader manages',
    edits: [[views, 'permission: access.permission,', "permission: 'manage',"]],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: 'an item counts children that its reader does not see',
    edits: [[stored, 'c.occurrence_of is null ${seen}', 'c.occurrence_of is null']],
  },
  {
    test: [matrix, 'rights at listItems'],
    what: 'an owner is told that they manage what they only contribute to',
    edits: [
      [
        views,
        'permission: access.permission,',
        "permission: item.user_id === readerId ? 'manage' : access.permission,",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a changed item is answered as one that the caller manages',
    edits: [
      [
        executing,
        '[{ item: row, access }]);\n  return applied',
        "[{ item: row, access: { ...access, permission: 'manage' } }]);\n  return applied",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a change takes the owner from the payload',
    edits: [
      [
        validate,
        "read('completed_at', readInstant);",
        "read('completed_at', readInstant);\n  if (input['user_id'] !== undefined) Object.assign(patch, { user_id: input['user_id'] });",
      ],
    ],
  },
  {
    test: [matrix, 'rights at createItem'],
    what: 'a create takes the owner from the payload',
    edits: [
      [
        validate,
        "created_at: check.take('created_at', readInstant(input['created_at'])) ?? null,",
        "created_at: check.take('created_at', readInstant(input['created_at'])) ?? null,\n    ...(input['user_id'] !== undefined && { user_id: input['user_id'] }),",
      ],
      [
        creating,
        'user_id: unit.callerId,\n    assigned_to',
        "user_id: 'user_id' in command ? command.user_id : unit.callerId,\n    assigned_to",
      ],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a change takes the time of change from the payload',
    edits: [
      [
        validate,
        "read('completed_at', readInstant);",
        "read('completed_at', readInstant);\n  if (input['updated_at'] !== undefined) Object.assign(patch, { updated_at: input['updated_at'] });",
      ],
      [change, 'updated_at: time.at,', ''],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a change takes the version from the payload',
    edits: [
      [
        validate,
        "read('completed_at', readInstant);",
        "read('completed_at', readInstant);\n  if (input['version'] !== undefined) Object.assign(patch, { version: input['version'] });",
      ],
      [patching, 'changeBy(unit, item.version + 1)', 'changeBy(unit, changed.version)'],
    ],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'a change takes the time of deletion from the payload',
    edits: [
      [
        validate,
        "read('completed_at', readInstant);",
        "read('completed_at', readInstant);\n  const { deleted_at } = input;\n  if (deleted_at !== undefined) Object.assign(patch, { deleted_at, deleted_op: '1:1' });",
      ],
    ],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: "everybody's phone is shown",
    edits: [[people, "phone: showsPhone ? (user.phone ?? '') : ''", "phone: user.phone ?? ''"]],
  },
  {
    test: [matrix, 'rights at listMutuals'],
    what: 'the phone of a mutual contact is hidden',
    edits: [[people, 'user.id === readerId || mutuals.includes(user.id)', 'user.id === readerId']],
  },
  {
    test: [matrix, 'rights at getItem'],
    what: "one's own phone is hidden",
    edits: [
      [people, 'user.id === readerId || mutuals.includes(user.id)', 'mutuals.includes(user.id)'],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'an assignee who hands an item on gets an empty body',
    edits: [
      [
        executing,
        'return applied(epoch, status, await handedOn(work, row, access));',
        'return applied(epoch, status, null);',
      ],
    ],
  },
  {
    test: [matrix, 'rights at assignItem'],
    what: 'an assignee who hands an item on is told that they still have a right',
    edits: [
      [
        executing,
        'return { ...wire, parent, children_count, completed_count, permission: null };',
        'return { ...wire, parent, children_count, completed_count };',
      ],
    ],
  },
  {
    test: [matrix, 'a known key reveals nothing'],
    what: 'an old device is answered with an item that its user has lost',
    edits: [
      [
        checks,
        'return isUnseen && named !== null && Number(named) < 2 ? null : body;',
        'return body;',
      ],
    ],
  },
  {
    test: [matrix, 'rights at listActivity'],
    what: 'a contributor reads only the entries of items that they see',
    edits: [
      [
        history,
        "may(permission, 'edit') ? null : userId",
        "may(permission, 'delete') ? null : userId",
      ],
    ],
  },
  {
    test: [matrix, 'rights at listActivity'],
    what: 'a viewer of a campaign reads all its entries',
    edits: [[history, "may(permission, 'edit') ? null : userId", 'null']],
  },
  {
    test: [matrix, 'rights at listActivity'],
    what: 'the history of a campaign that one cannot see is empty, not missing',
    edits: [[history, 'if (permission === null) return null;', '']],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a move leaves no entry where the item was',
    edits: [[patching, '[old, campaignId].filter(', '[campaignId].filter(']],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'a move leaves no entry where the item is',
    edits: [[patching, '[old, campaignId].filter(', '[old].filter(']],
  },
  {
    test: [matrix, 'rights at updateItem, parent'],
    what: 'the entry of a move has the campaign of its item before it',
    edits: [
      [
        patching,
        'const campaignId = campaignIdOf(after, to.line);\n  const changed',
        'const campaignId = campaignIdOf(before, from.line);\n  const changed',
      ],
    ],
  },
  {
    test: [matrix, 'rights at listActivity'],
    what: 'the entry of a move names the other campaign to everybody',
    edits: [[history, '(seen.has(id) ? [[id, title]] : [])', '[[id, title]]']],
  },
  {
    test: [matrix, 'rights at updateItem, fields'],
    what: 'an entry does not keep the value that was replaced',
    edits: [
      [
        patching,
        '{ old: before[name], new: after[name] }',
        '{ old: after[name], new: after[name] }',
      ],
    ],
  },
  {
    test: [matrix, 'rights at listActivity'],
    what: 'the entry of a move names the other campaign to nobody',
    edits: [
      [
        history,
        "const placeIds = [...values('campaign_id'), ...values('parent_id')];",
        "const placeIds = values('parent_id').slice(1);",
      ],
    ],
  },
];
