// @ts-check

const commands = 'packages/authority/src/commands';
const items = 'packages/authority/src/items';

/** Deletes, restores and moves at the authority, and who sees what afterwards. @type {readonly import('./violation.mjs').Violation[]} */
export const placeViolations = [
  {
    test: [
      `${commands}/restore-moved.test.ts`,
      '[I19] restoring leaves what was moved to where the caller may do nothing any more',
    ],
    what: 'a restore brings back what lies where the caller has no right any more',
    edits: [
      [
        `${commands}/restore-item.ts`,
        '!isBelow(row, ids) && isManaged(unit, row, lineOf(row))',
        '!isBelow(row, ids)',
      ],
    ],
  },
  {
    test: [
      `${commands}/delete-item.test.ts`,
      'rolls up what stays between the item and what it names too',
    ],
    what: 'a delete rolls up only the parent of its item',
    edits: [
      [
        `${commands}/delete-item.ts`,
        "for (const parentId of parents) await rollUpAncestors(unit, parentId, { kind: 'removed' });",
        "await rollUpAncestors(unit, item.parent_id, { kind: 'removed' });",
      ],
    ],
  },
  {
    test: [
      `${commands}/delete-item.test.ts`,
      'ends roll-up: what is deleted keeps its status, whatever its children do',
    ],
    what: 'what is deleted takes the status of its children',
    edits: [
      [
        `${items}/roll-up-ancestors.ts`,
        'if (parent === undefined || parent.deleted_at !== null) return;',
        'if (parent === undefined) return;',
      ],
    ],
  },
  {
    test: [`${commands}/run-batch.test.ts`, 'one request alone is run, however late it is'],
    what: 'a request alone that comes late is put off without end',
    edits: [
      [
        `${commands}/run-batch.ts`,
        'if (results.length > 0 && isLate()) break;',
        'if (isLate()) break;',
      ],
    ],
  },
  {
    test: [
      `${commands}/move-item.test.ts`,
      'reopens no parent for what is deleted and stays behind',
    ],
    what: 'what is deleted and stays behind a move reopens its parent',
    edits: [[`${items}/move.ts`, 'const stayed = living(left);', 'const stayed = left;']],
  },
  {
    test: [
      `${commands}/move-item.test.ts`,
      'rolls up the new parent by the status that the item has without what stays behind',
    ],
    what: 'a new parent is rolled up by the status that the item had before',
    edits: [
      [
        `${items}/move.ts`,
        'const { status } = unit.touched.get(after.id) ?? after;',
        'const { status } = after;',
      ],
    ],
  },
  {
    test: [
      `${commands}/move-item.test.ts`,
      '[I19] takes the view of the former campaign from whose assignment it ends',
    ],
    what: 'who loses an assignment by a move still sees the former campaign',
    edits: [
      [
        `${items}/move.ts`,
        'assigneesOf([item, after, ...below])',
        'assigneesOf([after, ...below])',
      ],
    ],
  },
];
