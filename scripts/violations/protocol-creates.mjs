// @ts-check

const sync = 'packages/sync/src';

/** Creates without effect whose items a delete took. @type {readonly import('./violation.mjs').Violation[]} */
export const createViolations = [
  {
    test: [
      `${sync}/push/deleted-creates.test.ts`,
      '[I9] [SYNC-07] refused creates of what a delete took leave with it',
    ],
    what: 'a refused create outlives the delete that took its item',
    edits: [[`${sync}/push/apply-answers.ts`, 'await endUnmade(unit, request);', '']],
  },
  {
    test: [
      `${sync}/push/deleted-creates.test.ts`,
      '[I9] [SYNC-07] a create that failed leaves with the delete that took its item',
    ],
    what: 'a create that failed is sent again after the delete that took its item',
    edits: [
      [
        `${sync}/push/apply-answers.ts`,
        'const isToBeMade = own.some((one) => isCreateOf(one, uuid));',
        'const isToBeMade = own.some((one) => isCreateOf(one, uuid) && isBlocked(one.state));',
      ],
    ],
  },
  {
    test: [
      `${sync}/push/deleted-creates.test.ts`,
      '[I1] a create that failed stays with an item that is restored before its delete is confirmed',
    ],
    what: 'a delete ends the create of an item that is restored with its parent meanwhile',
    edits: [
      [
        `${sync}/push/apply-answers.ts`,
        'const isOver = queue.every((one) => one.seq < seq);',
        'const isOver = own.every((one) => one.seq < seq);',
      ],
    ],
  },
  {
    test: [
      `${sync}/data-file/signed-in-import.test.ts`,
      '[I12] a delete of what was imported and is deleted on the server already ends its import',
    ],
    what: 'a delete waits for a refused create of what the server has deleted already',
    edits: [[`${sync}/push/to-be-made.ts`, ' && !isBlocked(one.state)', '']],
  },
  {
    test: [
      `${sync}/engine/late-create.test.ts`,
      '[RESTORE-03] [I18] is still asked about in a history that has the change',
    ],
    what: 'what a create has made counts as lost with any history that ends',
    edits: [[`${sync}/push/apply-confirmed.ts`, ' ?? received.rev - 1', ' ?? 0']],
  },
];
