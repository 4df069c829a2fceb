// @ts-check

const quickAdd = 'apps/web/src/items/quick-add.tsx';
const lists = 'packages/domain/src/lists.ts';

/** @type {readonly import('./violation.mjs').Violation[]} */
export const quickAddViolations = [
  {
    row: 'QADD-03',
    what: 'Enter in the title submits a task',
    edits: [[quickAdd, "if (draft.type === 'todo') void", "if (draft.type !== 'campaign') void"]],
  },
  {
    row: 'LIST-11',
    what: 'Completed is in order of creation',
    edits: [
      [
        lists,
        "completed: 'completed',\n};\n\n/** The timestamps",
        "completed: 'created',\n};\n\n/** The timestamps",
      ],
    ],
  },
  {
    row: 'QADD-04',
    what: 'spaces count as a title',
    edits: [[quickAdd, "disabled={state === 'empty'}", "disabled={draft.title === ''}"]],
  },
];
