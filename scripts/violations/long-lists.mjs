// @ts-check

const itemList = 'apps/web/src/items/item-list.tsx';

/** Lists that are long, or were. @type {readonly import('./violation.mjs').Violation[]} */
export const longListViolations = [
  {
    row: 'LIST-18',
    what: 'a list becomes another with its 61st item',
    edits: [[itemList, 'return isLong || count > mostItems;', 'return count > longItems;']],
  },
  {
    row: 'LIST-18',
    what: 'the focus does not wait for the rows of a long list',
    edits: [
      [
        'apps/web/src/items/list-focus.ts',
        "if (list.current?.querySelector('[data-uuid]')) focusReturned();",
        'focusReturned();',
      ],
    ],
  },
  {
    row: 'LIST-19',
    what: 'what is left of a long list grows in',
    edits: [[itemList, 'return isLong || count > mostItems;', 'return count > longItems;']],
  },
];
