// @ts-check

const newItem = 'packages/domain/src/new-item.ts';
const hierarchy = 'packages/domain/src/hierarchy.ts';
const lists = 'packages/domain/src/lists.ts';
const page = 'packages/domain/src/page.ts';
const limits = 'packages/domain/src/limits.ts';
const losses = 'packages/domain/src/losses.ts';
const contactsCsv = 'packages/domain/src/contacts-csv.ts';
const wireItem = 'packages/contract/src/item.ts';
const people = 'packages/contract/src/people.ts';
const activity = 'packages/contract/src/activity.ts';
const unit = 'packages/sync/src/store/unit-of-work.ts';
const queue = 'packages/sync/src/queue/mutation-queue.ts';

/** What the data is made of, and where it is stored. @type {readonly import('./violation.mjs').Violation[]} */
export const dataViolations = [
  {
    row: 'DATA-01',
    what: 'the guest has another name',
    edits: [[newItem, "name: 'Guest User'", "name: 'Guest'"]],
  },
  {
    row: 'DATA-01',
    what: 'the guest was never updated',
    edits: [
      [
        newItem,
        "phone: '', created_at: now, updated_at: now",
        "phone: '', created_at: now, updated_at: ''",
      ],
    ],
  },
  {
    row: 'DATA-01',
    what: 'what a guest made is the first sample person’s',
    edits: [[newItem, 'birth.userId ?? guestId', 'birth.userId ?? guestId + 1']],
  },
  {
    row: 'DATA-02',
    what: 'a new item is a task',
    edits: [[newItem, "    type: 'todo',\n", "    type: 'task',\n"]],
  },
  {
    row: 'DATA-02',
    what: 'a new item of a signed-in user belongs to the guest',
    edits: [[newItem, 'user_id: birth.userId ?? guestId', 'user_id: guestId']],
  },
  {
    row: 'DATA-03',
    what: 'two items of one millisecond have one id',
    edits: [
      [newItem, 'Math.max(Math.floor(nowMs), lastId + 1, ', 'Math.max(Math.floor(nowMs), lastId, '],
    ],
  },
  {
    row: 'DATA-03',
    what: 'local ids are counted instead of being timestamps',
    edits: [[newItem, 'Math.max(Math.floor(nowMs), lastId + 1, ', 'Math.max(lastId + 1, ']],
  },
  {
    row: 'DATA-03',
    what: 'a guest’s counter starts at 0',
    edits: [[newItem, '): number {\n  return lastId + 1;', '): number {\n  return lastId;']],
  },
  {
    row: 'DATA-03',
    what: 'a guest’s ids are timestamps',
    edits: [[unit, "this.device.account.kind === 'guest'\n", 'lastLocalId < 0\n']],
  },
  {
    row: 'DATA-04',
    what: 'a parent that is not known is shown nevertheless',
    edits: [
      [
        hierarchy,
        'return item.parent_uuid === null || !has(item.parent_uuid);',
        'return item.parent_uuid === null;',
      ],
    ],
  },
  {
    row: 'DATA-04',
    what: 'what is assigned to a person counts as owned',
    edits: [
      [
        lists,
        'return item.user_id === userId;',
        'return item.user_id === userId || item.assigned_to === userId;',
      ],
    ],
  },
  {
    row: 'DATA-05',
    what: 'a page has 25 rows',
    edits: [[limits, 'pageSize = 20', 'pageSize = 25']],
  },
  {
    row: 'DATA-05',
    what: 'an empty list has no page',
    edits: [[page, 'Math.max(1, Math.ceil(total / perPage))', 'Math.ceil(total / perPage)']],
  },
  {
    row: 'DATA-05',
    what: 'a last page that is not full is not counted',
    edits: [[page, 'Math.ceil(total', 'Math.floor(total']],
  },
  {
    row: 'DATA-08',
    what: 'a queued request starts with a retry',
    edits: [[queue, 'retries: 0,', 'retries: 1,']],
  },
  {
    row: 'DATA-08',
    what: 'a queued request has no timestamp',
    edits: [
      [
        queue,
        '    ...route,\n    timestamp: unit.deviceNow(),',
        "    ...route,\n    timestamp: '',",
      ],
    ],
  },
  {
    row: 'DATA-09',
    what: 'the id of a person may be a text',
    edits: [
      [
        people,
        "id: z.int().meta({ description: 'From 1000",
        "id: z.coerce.number().meta({ description: 'From 1000",
      ],
    ],
  },
  {
    row: 'DATA-09',
    what: 'a person has no time of change',
    edits: [
      [
        people,
        '    created_at: timestamp,\n    updated_at: timestamp,\n',
        '    created_at: timestamp,\n',
      ],
    ],
  },
  {
    row: 'DATA-10',
    what: 'an item does not name its assignee',
    edits: [[wireItem, '    assignedUser: person.nullable(),\n', '']],
  },
  {
    row: 'DATA-10',
    what: 'completed children are not counted apart',
    edits: [
      [
        'packages/authority/src/items/item-view.ts',
        'countsOf.get(item.id)?.completed ?? 0',
        'countsOf.get(item.id)?.total ?? 0',
      ],
    ],
  },
  {
    row: 'DATA-10',
    what: 'an item names no parent',
    edits: [
      [
        'packages/authority/src/items/item-view.ts',
        'parents.get(item.parent_id ?? 0) ?? null',
        'null',
      ],
    ],
  },
  {
    row: 'DATA-11',
    what: 'a create carries all that the device stores of the item',
    edits: [
      [
        'packages/sync/src/store/operation.ts',
        '    ...plainOf(item),\n    status: item.status,',
        '    ...item,\n    status: item.status,',
      ],
    ],
  },
  {
    row: 'DATA-11',
    what: 'a request carries what the device stores beside it',
    edits: [
      [
        'packages/sync/src/push/plan.ts',
        '    id: request.id,\n    method',
        '    ...request,\n    id: request.id,\n    method',
      ],
    ],
  },
  {
    row: 'DATA-12',
    what: 'an entry has no description on the wire',
    edits: [[activity, '    description: z.string().nullable(),\n', '']],
  },
  {
    row: 'DATA-12',
    what: 'the description of an entry is not shown',
    edits: [
      [
        'apps/web/src/items/shown-activity.ts',
        'description: entry.description,',
        'description: null,',
      ],
    ],
  },
  {
    row: 'DATA-13',
    what: 'a mutual contact has no name',
    edits: [
      [
        people,
        '.object({ id: z.int(), name: z.string(), phone: z.string() })',
        '.object({ id: z.int(), phone: z.string() })',
      ],
    ],
  },
  {
    row: 'DATA-13',
    what: 'a candidate keeps its phone as it was written',
    edits: [[contactsCsv, "phone: phoneDigits(shown ?? ''),", "phone: shown ?? '',"]],
  },
  {
    row: 'DATA-13',
    what: 'a candidate without a name has an empty one',
    edits: [[contactsCsv, '...(name === undefined ? {} : { name }),', "name: name ?? '',"]],
  },
  {
    row: 'DATA-15',
    what: 'an item in a cycle is its own ancestor',
    edits: [
      [
        hierarchy,
        'nextAbove([item, ...ancestors])',
        'nextAbove(ancestors.length > 0 ? ancestors : [item])',
      ],
    ],
  },
  {
    row: 'DATA-15',
    what: 'a right is looked for in a cycle without end',
    edits: [[losses, '    known.set(key, null);\n    const above', '    const above']],
  },
];
