// @ts-check

const create = 'apps/web/src/items/create-dialog.tsx';
const edit = 'apps/web/src/items/edit-dialog.tsx';
const assignees = 'apps/web/src/items/assignee-select.tsx';
const labelsField = 'apps/web/src/items/labels-field.tsx';
const labelsText = 'apps/web/src/items/labels-text.tsx';
const dateEditor = 'apps/web/src/items/date-editor.tsx';
const dueText = 'apps/web/src/items/due-text.tsx';
const notification = 'apps/web/src/features/notifications/notification-row.tsx';
const row = 'apps/web/src/items/item-row.tsx';
const commands = 'apps/web/src/items/item-commands.ts';
const itemActions = 'apps/web/src/items/use-item-actions.ts';
const past = 'apps/web/src/replica/hooks/use-past.ts';
const title = 'apps/web/src/items/item-title.tsx';
const choices = 'apps/web/src/items/repeat-choices.ts';
const fact = 'apps/web/src/items/repeat-fact.tsx';
const draft = 'apps/web/src/items/item-draft.ts';
const item = 'apps/web/src/items/typed-item.ts';
const specs = 'apps/web/src/replica/store/list-specs.ts';
const styles = 'apps/web/src/ui/base.css';

/** How times, labels and rules are set and shown. @type {readonly import('./violation.mjs').Violation[]} */
export const editorViolations = [
  {
    row: 'EDIT-01',
    what: 'Edit saves no assignee',
    edits: [[edit, '!(await assign(before, assigned))', 'assigned === before.assigned_to']],
  },
  {
    row: 'EDIT-01',
    what: 'Edit assigns what nobody chose',
    edits: [[edit, 'isAssigned = assigned !== before.assigned_to', 'isAssigned = true']],
  },
  {
    row: 'EDIT-01',
    what: 'Edit forgets somebody who could not be chosen any more',
    edits: [[assignees, '...(isListed ? []', '...(present !== 0 ? []']],
  },
  {
    row: 'EDIT-01',
    what: 'Edit does not ask before somebody is unassigned from a campaign',
    edits: [[edit, 'isAssigned && asksToRemove(before, ownId)', 'isAssigned && ownId < 0']],
  },
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
    row: 'TIME-04',
    what: 'on a phone the time is cut off',
    edits: [
      [dateEditor, 'flex-[1_1_8.5rem]`}\n        />\n      )}', 'w-24`}\n        />\n      )}'],
    ],
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
  {
    row: 'LABEL-05',
    what: 'a comma adds no label',
    edits: [[labelsField, "value.lastIndexOf(',')", '-1']],
  },
  {
    row: 'LABEL-05',
    what: 'Backspace removes nothing',
    edits: [[labelsField, "'Backspace' && typed === ''", "'Backspace' && typed !== ''"]],
  },
  {
    row: 'LABEL-05',
    what: 'a label is added as it is typed, however it is spelled elsewhere',
    edits: [[labelsField, 'inUse.find((known) => isSame(known, one)) ?? one', 'one']],
  },
  {
    row: 'LABEL-05',
    what: 'Edit does not save labels',
    edits: [
      [edit, 'const isLabelled = !isEmptyLabelChange', 'const isLabelled = isEmptyLabelChange'],
    ],
  },
  {
    row: 'LABEL-06',
    what: 'the labels of a narrow row with a date are cut to a letter',
    edits: [[labelsText, 'hasMore && place > 0 && inWide', 'hasMore && place > 9 && inWide']],
  },
  {
    row: 'LABEL-06',
    what: 'labels that do not fit are not counted',
    edits: [[labelsText, 'count > 0 &&', 'count > 99 &&']],
  },
  {
    row: 'LABEL-06',
    what: 'a long label is cut in the facts',
    edits: [
      [labelsText, "isWhole ? 'rounded-medium", "isWhole && labels.length > 9 ? 'rounded-medium"],
    ],
  },
  {
    row: 'LABEL-06',
    what: 'labels cover what stands beside them in a row',
    edits: [[labelsText, 'items-center gap-1 overflow-hidden', 'items-center gap-1']],
  },
  {
    row: 'LABEL-06',
    what: 'a label has no room for its letters',
    edits: [[labelsText, "'min-w-10 text-center", "'w-8 text-center"]],
  },
  {
    row: 'LIST-17',
    what: 'a long title takes two lines of a wide row',
    edits: [[title, 'two-lines @2xl:block @2xl:truncate', 'two-lines']],
  },
  {
    row: 'LIST-17',
    what: 'a long title takes two lines of a narrow row that has a date',
    edits: [[styles, 'line-clamp: 1', 'line-clamp: 2']],
  },
  {
    row: 'LIST-17',
    what: 'what stands behind a title wraps',
    edits: [[row, '@2xl:max-w-[75%] @2xl:flex-nowrap', '@2xl:max-w-[75%]']],
  },
  {
    row: 'LIST-17',
    what: 'what is said below a narrow title takes as many lines as it needs',
    edits: [[row, '-me-1.5 flex h-4 ', '-me-1.5 flex ']],
  },
  {
    row: 'LIST-21',
    what: 'of an overdue item everything is said, and cut before the word',
    edits: [[row, '<DueText item={item} isInRow listDay={day} />', '<DueText item={item} />']],
  },
  {
    row: 'LIST-21',
    what: 'words stand beside a date in a narrow row',
    edits: [['apps/web/src/items/icon-beside-date.ts', '/lines:sr-only', '/lines:inline']],
  },
  {
    row: 'REPEAT-20',
    what: 'a rule cannot be taken away in the sheet',
    edits: [[fact, "repeat === '' ? { repeat: null } :", "repeat === '' ? {} :"]],
  },
  {
    row: 'REPEAT-20',
    what: 'Create New Item leaves the rule out',
    edits: [[draft, 'repeat?.repeat ? {', 'repeat?.repeat && !repeat ? {']],
  },
  {
    row: 'REPEAT-21',
    what: 'a week begins on Sunday',
    edits: [[choices, '(sunday + 6) % 7', 'sunday']],
  },
  {
    row: 'REPEAT-21',
    what: 'every month has a 29th',
    edits: [[choices, 'Math.abs(day) > 28', 'Math.abs(day) > 29']],
  },
  {
    row: 'REPEAT-22',
    what: 'a row does not say that an item repeats',
    edits: [[row, 'isRepeating(item) &&', '!isRepeating(item) &&']],
  },
  {
    row: 'TYPE-14',
    what: 'a campaign repeats',
    edits: [[item, "draft.type !== 'campaign' && !isRepeating", '!isRepeating']],
  },
  {
    row: 'TYPE-14',
    what: 'what is typed always counts from the due date',
    edits: [[item, 'repeat_from: value.from', "repeat_from: 'due'"]],
  },
  {
    row: 'REPEAT-23',
    what: 'a completed occurrence is shown once it is stored',
    edits: [
      [
        'packages/sync/src/actions/predict.ts',
        'if (!mayActOn(row, n)) return [];',
        'if (n > 0) return [];',
      ],
    ],
  },
  {
    row: 'REPEAT-23',
    what: 'nothing says when an item is next',
    edits: [[itemActions, "next = status === 'completed' ?", "next = status === 'pending' ?"]],
  },
  {
    row: 'REPEAT-24',
    what: 'a skip cannot be undone',
    edits: [
      [
        'packages/sync/src/actions/occurrence.ts',
        "effects: [effectOf(row, 'skip', { n, zone: 'UTC' }, begun)]",
        'effects: []',
      ],
    ],
  },
  {
    row: 'REPEAT-24',
    what: 'who may only view an item is offered to skip',
    edits: [[commands, " && refusal(item, 'edit') === undefined;", ';']],
  },
  {
    row: 'REPEAT-25',
    what: 'Past begins with what was completed first',
    edits: [
      [
        past,
        "compare: newestFirst('completed')",
        "compare: (a, b) => newestFirst('completed')(b, a)",
      ],
    ],
  },
  {
    row: 'REPEAT-25',
    what: 'all copies in Past have the same name',
    edits: [
      [
        'apps/web/src/features/items/past-list.tsx',
        '<DueText item={copy}',
        '<DueText item={{ ...copy, due_date: null }}',
      ],
    ],
  },
  {
    row: 'REPEAT-25',
    what: 'a copy has all commands',
    edits: [[commands, 'if (item.occurrence_of !== null) return [deletion];', '']],
  },
  {
    row: 'REPEAT-25',
    what: 'the copy of a task has a page',
    edits: [
      ['apps/web/src/items/item-href.ts', 'if (item.occurrence_of != null) return null;', ''],
    ],
  },
];
