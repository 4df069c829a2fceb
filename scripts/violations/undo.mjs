// @ts-check

const reversal = 'packages/domain/src/undo.ts';
const takeBack = 'packages/sync/src/actions/take-back.ts';
const effect = 'packages/sync/src/actions/effect.ts';
const actions = 'packages/sync/src/actions/actions.ts';
const queue = 'packages/sync/src/queue/mutation-queue.ts';
const history = 'apps/web/src/replica/client/undo-history.ts';
const steps = 'apps/web/src/replica/client/undo-actions.ts';
const keys = 'apps/web/src/app/undo-keys.ts';
const said = 'apps/web/src/items/undo.ts';

/** Undo and redo. @type {readonly import('./violation.mjs').Violation[]} */
export const undoViolations = [
  {
    row: 'UNDO-01',
    what: 'the oldest action is undone first',
    edits: [[history, 'entries[way].findLast(', 'entries[way].find(']],
  },
  {
    row: 'UNDO-01',
    what: 'only 49 actions can be undone',
    edits: [[history, 'undoableActions = 50', 'undoableActions = 49']],
  },
  {
    row: 'UNDO-01',
    what: 'what was undone can be redone after a new action',
    edits: [[history, '    this.#enter(device).redo = [];\n', '']],
  },
  {
    row: 'UNDO-01',
    what: 'an undo does not wait for the action that is being stored',
    edits: [[steps, '    await history.settled();\n', '']],
  },
  {
    row: 'UNDO-01',
    what: 'Ctrl+Y does nothing',
    edits: [[keys, "case 'y':", "case 'v':"]],
  },
  {
    row: 'UNDO-01',
    what: 'a key that is held down undoes more and more',
    edits: [[keys, 'if (!event.repeat) void', 'void']],
  },
  {
    row: 'UNDO-01',
    what: 'the keyboard help does not name the keys',
    edits: [['apps/web/src/app/keyboard-help.tsx', '{ keys: undoKeys, does: keyboard.undo },', '']],
  },
  {
    row: 'UNDO-02',
    what: 'the keys undo an action where something is typed',
    edits: [[keys, 'isTyping(event.target) || ', '']],
  },
  {
    row: 'UNDO-02',
    what: 'the keys undo an action behind a dialog with text that is not saved',
    edits: [[keys, ' || holdsUnsavedText(document)', '']],
  },
  {
    row: 'UNDO-03',
    what: 'a completion that is back is of now',
    edits: [[actions, 'completedAt: undone?.completedAt', 'completedAt: null']],
  },
  {
    row: 'UNDO-03',
    what: 'a delete that is redone takes the item alone',
    edits: [[takeBack, '[...effect.items.keys()]', '[]']],
  },
  {
    row: 'UNDO-03',
    what: 'a create cannot be undone',
    edits: [[actions, 'ok({ item: shown, effects })', 'ok({ item: shown, effects: [] })']],
  },
  {
    row: 'UNDO-03',
    what: 'of items that were made at once the last alone is undone',
    edits: [[takeBack, 'effects.toReversed()', 'effects.slice(-1)']],
  },
  {
    row: 'UNDO-03',
    what: 'labels that were taken away do not come back',
    edits: [[reversal, '[...without(remove, removed), ...added]', '[...added]']],
  },
  {
    row: 'UNDO-04',
    what: 'an undo overwrites what was changed since',
    edits: [[reversal, 'const isLeft = is(field, now, after);', 'const isLeft = true;']],
  },
  {
    row: 'UNDO-04',
    what: 'an undo does not say what it left alone',
    edits: [[reversal, 'if (isOthers) kept.push(field);', '']],
  },
  {
    row: 'UNDO-04',
    what: 'of a date and its time the date alone comes back',
    edits: [[reversal, 'if (leadOf(part) === field) change', 'if (part === field) change']],
  },
  {
    row: 'UNDO-04',
    what: 'an undo replaces what others did below a change that was not sent',
    edits: [
      [
        reversal,
        'const former = isOthers && base !== null ? base : before;',
        'const former = before;',
      ],
    ],
  },
  {
    row: 'UNDO-04',
    what: 'an undo that was never to be sent meets what others did',
    edits: [
      [
        queue,
        'const server = change.takesBack && isAlone ? row.base : null;',
        'const server = null;',
      ],
    ],
  },
  {
    row: 'UNDO-04',
    what: 'a later undo wins over what others did before it',
    edits: [[queue, '{ isKept: true } : {};\n}', '{} : {};\n}']],
  },
  {
    row: 'UNDO-04',
    what: 'a label that others gave too goes with the undo',
    edits: [[reversal, 'common(common(add, labels), without(has, had))', 'common(add, [])']],
  },
  {
    row: 'UNDO-04',
    what: 'an item that others changed is deleted with the undo of its create',
    edits: [[effect, ' || isAsLeft(left, item)) continue;', ' || true) continue;']],
  },
  {
    row: 'UNDO-04',
    what: 'an item that others labelled is deleted with the undo of its create',
    edits: [
      [
        effect,
        'changedFields(left, now).length === 0 && hasLabelsOf(left, now)',
        'changedFields(left, now).length === 0',
      ],
    ],
  },
  {
    row: 'UNDO-04',
    what: 'an item in which something stands is deleted with the undo of its create',
    edits: [[effect, '.some((row) => !below.has(row.uuid))', '.some(() => false)']],
  },
  {
    row: 'UNDO-04',
    what: 'the message leaves out what stays',
    edits: [[said, 'kept.length === 0 ? about', 'kept.length >= 0 ? about']],
  },
  {
    row: 'UNDO-05',
    what: 'the message undoes whatever was done last',
    edits: [[said, 'actions.undo(after)', 'actions.undo()']],
  },
  {
    row: 'UNDO-05',
    what: 'the newest action is undone, not the one of the message',
    edits: [[history, 'item === undefined || entry.item === item', 'true']],
  },
  {
    row: 'UNDO-06',
    what: 'what was done before signing out can be undone after it',
    edits: [[history, 'if (this.#device !== device) Object', 'if (this.#device === null) Object']],
  },
];
