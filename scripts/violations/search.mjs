// @ts-check

const result = 'apps/web/src/features/search/search-result.tsx';
const box = 'apps/web/src/features/search/search-box.tsx';
const found = 'apps/web/src/features/search/found.ts';
const href = 'apps/web/src/items/item-href.ts';
const limits = 'packages/domain/src/limits.ts';
const hits = 'packages/domain/src/search.ts';
const searchTexts = 'apps/web/src/messages/en/search.ts';

/** Search. @type {readonly import('./violation.mjs').Violation[]} */
export const searchViolations = [
  {
    row: 'SEARCH-01',
    what: 'the arrow up moves down',
    edits: [[box, "key === 'ArrowDown' ? 1 : -1", "key === 'ArrowDown' ? 1 : 1"]],
  },
  {
    row: 'SEARCH-02',
    what: 'eleven results are shown',
    edits: [[limits, 'searchDialogResults = 10', 'searchDialogResults = 11']],
  },
  {
    row: 'SEARCH-02',
    what: 'a result shows the status with its underscore',
    edits: [[result, 'strings.statusLabels[item.status]', 'item.status']],
  },
  {
    row: 'SEARCH-03',
    what: 'a todo in a campaign opens the task of that number',
    edits: [[href, '(parent && hrefOf(parent))', '(parent && `/tasks/${parent.id}`)']],
  },
  {
    row: 'SEARCH-03',
    what: 'a todo without a parent opens Home',
    edits: [
      [
        href,
        '(parent && hrefOf(parent)) ?? null',
        "(parent && hrefOf(parent)) ?? (item?.type === 'todo' ? '/' : null)",
      ],
    ],
  },
  {
    row: 'SEARCH-04',
    what: 'the text without hits does not name the query',
    edits: [[searchTexts, '`No items found for "${query}"`', '`No items found${query && ""}`']],
  },
  {
    row: 'SEARCH-05',
    what: 'spaces around a query count',
    edits: [[hits, "' ')).trim();", "' '));"]],
  },
  {
    row: 'SEARCH-06',
    what: 'the server is asked while offline',
    edits: [[found, "session.kind === 'user' && online ?", "session.kind === 'user' ?"]],
  },
  {
    row: 'SEARCH-07',
    what: 'the most recently updated comes before a match in the title',
    edits: [[hits, 'if (a.inTitle !== b.inTitle) return a.inTitle ? -1 : 1;\n', '']],
  },
  {
    row: 'SEARCH-08',
    what: 'a failed search is not logged',
    edits: [[found, 'if (found?.ok === false) reportError(', 'if (found?.ok === false) void (']],
  },
];
