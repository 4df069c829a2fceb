// @ts-check

const dialog = 'apps/web/src/items/create-dialog.tsx';
const draft = 'apps/web/src/items/item-draft.ts';

/** Create New Item. @type {readonly import('./violation.mjs').Violation[]} */
export const createDialogViolations = [
  {
    row: 'DIALOG-01',
    what: 'a task can be chosen inside a task',
    edits: [[dialog, 'disabled: !canBeParent(', "disabled: type !== 'task' && !canBeParent("]],
  },
  {
    row: 'DIALOG-02',
    what: 'the dialog sends the assignee as text',
    edits: [[draft, 'assigned_to: Number(draft.assignee)', 'assigned_to: draft.assignee']],
  },
  {
    row: 'DIALOG-03',
    what: 'a title of 256 characters is accepted',
    edits: [[draft, 'return length > maxTitleChars ?', 'return length > maxTitleChars + 1 ?']],
  },
  {
    row: 'DIALOG-04',
    what: 'a create that fails from the dialog shows a message',
    edits: [
      [
        dialog,
        'return reportError(new Error(`create: ${done.error.code}`));',
        'return toast({ title: quickAdd.failed });',
      ],
    ],
  },
  {
    row: 'DIALOG-05',
    what: 'the dialog creates again what is being stored',
    edits: [[dialog, 'if (isSent || isStored || titleState', 'if (isStored || titleState']],
  },
  {
    row: 'DIALOG-05',
    what: 'Cancel forgets what is being stored',
    edits: [[dialog, 'if (!isSaving) forget();', 'forget();']],
  },
  {
    row: 'DIALOG-05',
    what: 'an item that was stored closes whatever dialog is open',
    edits: [[dialog, 'if (!done.ok) return report', 'onDone();\n    if (!done.ok) return report']],
  },
  {
    row: 'DIALOG-05',
    what: 'what is being stored can be changed',
    edits: [[dialog, 'if (isSent) return;', '']],
  },
];
