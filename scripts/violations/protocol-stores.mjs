// @ts-check

const authority = 'packages/authority/src';
const adapters = 'apps/web/src/adapters';

/** The stores of the server and of the browser, and what tabs tell each other. @type {readonly import('./violation.mjs').Violation[]} */
export const storeViolations = [
  {
    test: [
      `${authority}/queries/deleted-items.test.ts`,
      'a cursor from before removals that are forgotten has to start over, a full fetch has not',
    ],
    what: 'the memory store forgets removals without raising the floor',
    edits: [
      [
        `${authority}/testing/memory-feed.ts`,
        'floor: Math.max(head.floor, row.seq)',
        'floor: head.floor',
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[I1] what a person does is on the disk when it is confirmed',
    ],
    what: 'a write is confirmed before it is on the disk',
    edits: [
      [
        `${adapters}/indexed-db-store.ts`,
        "return this.#run('readwrite', 'strict', work);",
        "return this.#run('readwrite', 'relaxed', work);",
      ],
    ],
  },
  {
    test: [
      `${adapters}/indexed-db-store.browser.test.ts`,
      '[I1] a write that the browser gives up at its end is not confirmed',
    ],
    what: 'a write is confirmed before its transaction ends',
    edits: [
      [
        `${adapters}/indexed-db-finish.ts`,
        'const ended = await done;\n  if (ended) throw ended.error;\n  return value;',
        'return value;',
      ],
    ],
  },
];
