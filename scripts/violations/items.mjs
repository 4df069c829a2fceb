// @ts-check

const campaign = 'apps/web/src/features/campaigns/campaign-screen.tsx';
const editor = 'apps/web/src/items/title-editor.tsx';
const itemTitle = 'apps/web/src/items/item-title.tsx';
const draft = 'apps/web/src/items/item-draft.ts';
const press = 'apps/web/src/ui/after-press.ts';
const card = 'apps/web/src/items/quick-add.tsx';
const storing = 'apps/web/src/items/store-draft.ts';
const storingCard = 'apps/web/src/items/store-quick-add.ts';
const counter = 'apps/web/src/ui/character-count.tsx';
const people = 'packages/domain/src/sample-users.ts';
const itemTexts = 'apps/web/src/messages/en/items.ts';

/** Todos and quick-add. @type {readonly import('./violation.mjs').Violation[]} */
export const itemViolations = [
  {
    row: 'TODO-01',
    what: 'the status icon starts a pending todo',
    edits: [
      [
        'apps/web/src/items/status-button.tsx',
        "statusAfter(item.status, 'toggle')",
        "item.status === 'pending' ? 'in_progress' : statusAfter(item.status, 'toggle')",
      ],
    ],
  },
  {
    row: 'TODO-02',
    what: 'Shift and Enter save the title',
    edits: [[editor, 'if (!event.shiftKey) save(true);', 'save(true);']],
  },
  {
    row: 'TODO-02',
    what: 'leaving the field does not save',
    edits: [[editor, 'onBlur={() => save(false)}', 'onBlur={ending.cancel}']],
  },
  {
    row: 'TODO-02',
    what: 'spaces around an unchanged title are saved',
    edits: [[editor, 'text.trim() !== title', 'text !== title']],
  },
  {
    row: 'TODO-03',
    what: 'the title of a completed todo can be edited',
    edits: [
      [itemTitle, "const isOpen = item.status !== 'completed' && may(", 'const isOpen = may('],
    ],
  },
  {
    row: 'TODO-05',
    what: 'the first sample user has the id 0',
    edits: [[people, '{ id: 1,', '{ id: 0,']],
  },
  {
    row: 'TODO-05',
    what: 'two of the sample users have changed their ids',
    edits: [
      [people, '{ id: 3,', '{ id: 4 as number,'],
      [people, '{ id: 4,', '{ id: 3 as number,'],
    ],
  },
  {
    row: 'TODO-05',
    what: 'the second sample user has the id 5',
    edits: [[people, '{ id: 2,', '{ id: 5,']],
  },
  {
    row: 'TODO-05',
    what: 'the last sample user has the id 5',
    edits: [[people, '{ id: 4,', '{ id: 5,']],
  },
  {
    row: 'TODO-05',
    what: 'the first two sample users have changed their ids',
    edits: [
      [people, '{ id: 1,', '{ id: 2 as number,'],
      [people, '{ id: 2,', '{ id: 1 as number,'],
    ],
  },
  {
    row: 'TODO-05',
    what: 'the third sample user has the id 6',
    edits: [[people, '{ id: 3,', '{ id: 6,']],
  },
  {
    row: 'TODO-06',
    what: 'the toast of a deletion says it of an item',
    edits: [
      [
        itemTexts,
        'The todo has been deleted successfully.',
        'The item has been deleted successfully.',
      ],
    ],
  },
  {
    row: 'TODO-07',
    what: 'a failure to assign says that the update failed',
    edits: [
      [
        itemTexts,
        'Failed to assign the todo. Please try again.',
        'Failed to update the todo. Please try again. ',
      ],
    ],
  },
  {
    row: 'TODO-08',
    what: 'an update is called saved',
    edits: [[itemTexts, "todo: 'Todo updated'", "todo: 'Todo saved'"]],
  },
  {
    row: 'QADD-01',
    what: 'Escape collapses a card with text in it',
    edits: [
      [
        card,
        "if (pressedKey(event) !== 'Escape' || !isEmptyDraft(draft)) return;",
        "if (pressedKey(event) !== 'Escape') return;",
      ],
    ],
  },
  {
    row: 'QADD-01',
    what: 'the card keeps its text after a create',
    edits: [[storing, 'done.ok ? rest : again', 'again']],
  },
  {
    row: 'QADD-13',
    what: 'a tap is lost that collapses the card',
    edits: [[press, "'mousedown', ", '']],
  },
  {
    row: 'QADD-02',
    what: 'a todo may get a due date',
    edits: [[draft, "due: type === 'task',", "due: type !== 'campaign',"]],
  },
  {
    row: 'QADD-02',
    what: 'a campaign sends the assignee that was chosen for a task',
    edits: [[draft, "...(fields.assignee && draft.assignee !== ''", "...(draft.assignee !== ''"]],
  },
  {
    row: 'QADD-03',
    what: 'Enter in the title submits a task',
    edits: [[card, "draft.type === 'todo' && state", "draft.type !== 'campaign' && state"]],
  },
  {
    row: 'QADD-08',
    what: 'Enter in the title of a task does nothing, and says nothing',
    edits: [[card, 'else setIsInVain(true)', "else if (draft.type !== 'task') setIsInVain(true)"]],
  },
  {
    row: 'QADD-08',
    what: 'Enter in an empty title says nothing',
    edits: [[card, 'else setIsInVain(true)', "else if (state !== 'empty') setIsInVain(true)"]],
  },
  {
    row: 'QADD-08',
    what: 'the hint stays while one types on, and after what was added',
    edits: [[card, '    setIsInVain(false);\n    kept', '    kept']],
  },
  {
    row: 'QADD-08',
    what: 'the hint is there again when one comes back',
    edits: [[card, 'if (!isExpanded) setIsInVain(false);', '']],
  },
  {
    row: 'QADD-04',
    what: 'spaces count as a title',
    edits: [[card, "disabled={state === 'empty'}", "disabled={draft.title === ''}"]],
  },
  {
    row: 'QADD-05',
    what: 'the counter is red from 255 on',
    edits: [[counter, 'const over = length > max;', 'const over = length >= max;']],
  },
  {
    row: 'QADD-05',
    what: 'the counter appears at 200',
    edits: [
      [card, 'length > counterAboveChars', 'length >= counterAboveChars'],
      [counter, 'if (length <= showAbove) return null;', 'if (length < showAbove) return null;'],
    ],
  },
  {
    row: 'QADD-06',
    what: 'an invalid item is reported as any failure',
    edits: [
      [
        storingCard,
        "done.error.code === 'invalid' ? strings.invalid : strings.failed",
        'strings.failed',
      ],
    ],
  },
  {
    row: 'QADD-07',
    what: 'the card of a campaign offers a campaign',
    edits: [[campaign, "types={['task', 'todo']}", "types={['campaign', 'task', 'todo']}"]],
  },
  {
    row: 'QADD-09',
    what: 'Enter stores again what is being stored',
    edits: [[card, "if (isSent || state === 'empty') return;", "if (state === 'empty') return;"]],
  },
  {
    row: 'QADD-09',
    what: 'what could not be stored is not typed text again',
    edits: [[storing, 'done.ok ? rest : again', 'rest']],
  },
  {
    row: 'QADD-10',
    what: 'the title takes the focus whenever an item is stored',
    edits: [[storing, 'if (isLeft) field', 'field']],
  },
  {
    row: 'QADD-10',
    what: 'a card that was left stays open once its item is stored',
    edits: [[card, 'if (!isSent && isEmptyDraft(typed)) {', 'if (types.length === 0) {']],
  },
  {
    row: 'QADD-11',
    what: 'nothing can be typed while an item is being stored',
    edits: [
      [
        card,
        'aria-busy={isSent || undefined}',
        'aria-busy={isSent || undefined} readOnly={isSent}',
      ],
    ],
  },
  {
    row: 'QADD-11',
    what: 'the next text is added to the one that is being stored',
    edits: [
      [card, '    titleField.current?.select();\n', ''],
      [card, 'onSelect={(event) => isSent && event.currentTarget.select()}', ''],
    ],
  },
  {
    row: 'QADD-11',
    what: 'what could not be stored is lost to what was typed meanwhile',
    edits: [[storing, '[...typed.unstored, again]', 'typed.unstored']],
  },
  {
    row: 'QADD-11',
    what: 'a text that could not be stored stays selected',
    edits: [[storingCard, '  unselectAll(field.current);\n', '']],
  },
  {
    row: 'QADD-12',
    what: 'the focus goes to the next row from a title that is being typed',
    edits: [['apps/web/src/items/list-focus.ts', "target.matches('input, textarea') ? null :", '']],
  },
  {
    row: 'QADD-12',
    what: 'what was typed into the row stays apart from the form',
    edits: [
      ['apps/web/src/items/inline-edit.ts', ' && giveTitleBack(before.title, title)', ' && false'],
    ],
  },
];
