// @ts-check

const itemList = 'apps/web/src/items/item-list.tsx';
const heldPlace = 'apps/web/src/items/held-place.ts';

/** Lists that are long, or were. @type {readonly import('./violation.mjs').Violation[]} */
export const longListViolations = [
  {
    row: 'LIST-18',
    what: 'a list becomes another with its 61st item',
    edits: [[itemList, 'last.isLong || count > most;', 'count > longItems;']],
  },
  {
    test: ['apps/web/src/items/list-focus.browser.test.tsx', 'the focus waits on the heading'],
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
    test: ['apps/web/src/items/list-focus.browser.test.tsx', 'the focus stays in a list'],
    what: 'a list whose effects run again gives the focus away',
    edits: [
      ['apps/web/src/ui/focus-return.ts', '!element?.isConnected && ', 'element?.isConnected || '],
    ],
  },
  {
    row: 'LIST-19',
    what: 'what is left of a long list grows in',
    edits: [[itemList, 'last.isLong || count > most;', 'count > longItems;']],
  },
  {
    row: 'LIST-20',
    what: 'what comes above pushes away what is read',
    edits: [
      [
        'apps/web/src/items/window-lines.ts',
        "window.scrollBy({ top: px, behavior: 'instant' });",
        'window.scrollBy({ top: 0 });',
      ],
    ],
  },
  {
    row: 'LIST-20',
    what: 'what comes above is not seen at the beginning of a list',
    edits: [[heldPlace, 'if (scrollPx <= before.topPx) return 0;', '']],
  },
];
