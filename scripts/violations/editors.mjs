// @ts-check

const create = 'apps/web/src/items/create-dialog.tsx';
const edit = 'apps/web/src/items/edit-dialog.tsx';
const dateEditor = 'apps/web/src/items/date-editor.tsx';
const dueText = 'apps/web/src/items/due-text.tsx';
const notification = 'apps/web/src/features/notifications/notification-row.tsx';
const specs = 'apps/web/src/replica/store/list-specs.ts';

/** How times, labels and rules are set and shown. @type {readonly import('./violation.mjs').Violation[]} */
export const editorViolations = [
  {
    row: 'TIME-04',
    what: 'the sheet offers a time without a date',
    edits: [[dateEditor, 'time !== undefined && typed.day !== null &&', 'time !== undefined &&']],
  },
  {
    row: 'TIME-04',
    what: 'Create New Item leaves the time out',
    edits: [[create, 'onChange={(time) => change({ time })}', 'onChange={() => change({})}']],
  },
  {
    row: 'TIME-04',
    what: 'Edit takes no time away',
    edits: [[edit, "due === '' || time === '' ? null : time", 'before.due_time']],
  },
  {
    row: 'TIME-05',
    what: 'a due date is shown without its time',
    edits: [[dueText, 'time === null ? text :', 'time === null || time ? text :']],
  },
  {
    row: 'TIME-05',
    what: 'a notification leaves out the time',
    edits: [[notification, 'time === null ? since :', 'time === null || time ? since :']],
  },
  {
    row: 'TIME-06',
    what: 'what has no time comes first',
    edits: [[specs, 'return a === null ? 1 : -1;', 'return a === null ? -1 : 1;']],
  },
];
