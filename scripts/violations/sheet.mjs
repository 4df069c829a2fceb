// @ts-check

const address = 'apps/web/src/adapters/sheet-entry.ts';
const leaving = 'apps/web/src/adapters/leave-sheet.ts';
const commands = 'apps/web/src/items/item-commands.ts';
const row = 'apps/web/src/items/item-row.tsx';
const title = 'apps/web/src/items/item-title.tsx';
const link = 'apps/web/src/items/sheet-link.tsx';
const todo = 'apps/web/src/features/todos/todo-screen.tsx';
const routed = 'apps/web/src/replica/hooks/use-items.ts';
const search = 'apps/web/src/features/search/search-box.tsx';
const inline = 'apps/web/src/items/inline-edit.ts';
const date = 'apps/web/src/items/date-editor.tsx';
const description = 'apps/web/src/items/item-description.tsx';
const editors = 'apps/web/src/items/fact-editors.tsx';
const facts = 'apps/web/src/items/item-facts.tsx';
const feed = 'apps/web/src/items/activity-feed.tsx';
const sheet = 'apps/web/src/features/items/item-sheet.tsx';
const dialog = 'apps/web/src/ui/dialog-layer.tsx';
const links = 'apps/web/src/ui/text-links.ts';
const linkedText = 'apps/web/src/ui/linked-text.tsx';
const frame = 'apps/web/src/items/detail-frame.tsx';
const href = 'apps/web/src/items/item-href.ts';
const actions = 'apps/web/src/items/detail-actions.tsx';
const header = 'apps/web/src/app/header.tsx';
const shortcuts = 'apps/web/src/app/shortcuts.ts';

/** The sheet of an item, and what came with it. @type {readonly import('./violation.mjs').Violation[]} */
export const sheetViolations = [
  {
    row: 'SHEET-01',
    what: 'the free space of a row does nothing',
    edits: [[row, 'className="absolute inset-0 -outline-offset-2"', 'className="absolute"']],
  },
  {
    row: 'SHEET-01',
    what: 'the title of a row covers its free space',
    edits: [[title, "'touch-target z-1 text-start'", "'after:absolute after:inset-0 text-start'"]],
  },
  {
    row: 'SHEET-01',
    what: 'O opens nothing',
    edits: [[commands, "key: 'O'", "key: 'P'"]],
  },
  {
    row: 'SHEET-01',
    what: 'notifications, Due soon and Up next open nothing',
    edits: [[link, '        openSheet(uuid);\n', '']],
  },
  {
    row: 'SHEET-02',
    what: 'a dialog on its way out takes Escape from the one that opens',
    edits: [[dialog, 'if (!open) passedOn.add(event);', '']],
  },
  {
    row: 'SHEET-02',
    what: 'closing leaves the entry of the sheet in the history',
    edits: [[address, 'if (under !== undefined) return history.go(under - depth);', '']],
  },
  {
    row: 'SHEET-02',
    what: 'Close in a sheet that was opened in another one leads to that',
    edits: [[address, 'opener === null ? depth : under', 'depth']],
  },
  {
    row: 'SHEET-02',
    what: 'deleting an item closes the sheet in which its own was opened too',
    edits: [[leaving, 'if (opener != null && isThere(opener)) history.back();\n  else ', '']],
  },
  {
    row: 'SHEET-02',
    what: 'the rest of the address is lost with the sheet',
    edits: [[address, 'query.size === 0 ? location.pathname : `?${query}`', 'location.pathname']],
  },
  {
    row: 'SHEET-02',
    what: 'the focus does not return to the row',
    edits: [[dialog, 'returnFocus(own.current.opener);', '']],
  },
  {
    row: 'SHEET-02',
    what: 'from one sheet to another the focus is lost',
    edits: [[sheet, 'if (from !== null && from !== uuid)', 'if (from === uuid)']],
  },
  {
    row: 'SHEET-03',
    what: 'the link of a todo goes on before it is known who is signed in',
    edits: [[todo, 'isStarting || (', '(']],
  },
  {
    row: 'SHEET-03',
    what: 'the link of a todo without a parent leads to the list of another status',
    edits: [[todo, "completed: '/completed'", "completed: '/queue'"]],
  },
  {
    row: 'SHEET-03',
    what: 'the link of a todo does not lead to its parent',
    edits: [[todo, '(parent && hrefOf(parent)) ?? (isOwn', '(isOwn']],
  },
  {
    row: 'SHEET-03',
    what: 'the link of a todo is not known by its uuid',
    edits: [[routed, 'useItem(uuid ?? routeId)', "useItem(uuid ?? '')"]],
  },
  {
    row: 'SHEET-03',
    what: 'a link that is opened during the first sync leads to a list',
    edits: [[todo, '!parent && isArriving', '!parent && !isArriving']],
  },
  {
    row: 'SHEET-03',
    what: 'a sheet that is opened during the first sync says that its item is missing',
    edits: [[sheet, '{isArriving ? (', '{!isArriving ? (']],
  },
  {
    row: 'SHEET-03',
    what: 'the first sync is over before it has begun',
    edits: [[routed, "stage !== 'all' || isFetching ||", "stage !== 'all' ||"]],
  },
  {
    row: 'SHEET-04',
    what: 'search opens no sheet',
    edits: [[search, 'if (sheet !== null) openSheet(sheet);', '']],
  },
  {
    row: 'SHEET-04',
    what: 'search leaves no entry of the parent’s page',
    edits: [[search, 'navigate(href);', 'navigate(href, { replace: sheet !== null });']],
  },
  {
    row: 'SHEET-04',
    what: 'the search stays below the sheet that it has just opened',
    edits: [[dialog, 'key={openings} ', '']],
  },
  {
    row: 'SHEET-04',
    what: 'the page does not scroll any more after the search and a sheet',
    edits: [[dialog, 'if (scrollLocks === 1) {', 'if (scrollLocks > 0) {']],
  },
  {
    row: 'SHEET-04',
    what: 'the search that closes over a sheet takes the way back to the row',
    edits: [[sheet, '} else if (from !== null) {', '} else if (from === uuid && open) {']],
  },
  {
    row: 'SHEET-05',
    what: 'what is being typed is lost with Back',
    edits: [[inline, 'if (value !== undefined) end(value, false);', '']],
  },
  {
    row: 'SHEET-05',
    what: 'Escape in an editor closes the sheet',
    edits: [
      [dialog, 'if (!open || !isMeant || isLeftFirst(event.target)) event.preventDefault();', ''],
      [
        dialog,
        "if (pressedKey(event) !== 'Escape' || isLeftFirst(event.target)) return;",
        "if (pressedKey(event) !== 'Escape') return;",
      ],
    ],
  },
  {
    row: 'SHEET-05',
    what: 'Escape saves a date',
    edits: [[date, "if (key === 'Escape') cancel();", "if (key === 'Escape') save(true);"]],
  },
  {
    row: 'SHEET-05',
    what: 'leaving a description loses it',
    edits: [[description, 'if (!isTooLong) save(false);', 'cancel();']],
  },
  {
    row: 'SHEET-05',
    what: 'a priority that is chosen is not stored',
    edits: [[editors, 'if (value !== item.priority) void', 'if (value === item.priority) void']],
  },
  {
    row: 'SHEET-05',
    what: 'a campaign gets a due date',
    edits: [[editors, "item.type === 'campaign' ? 'end_date' : 'due_date'", "'due_date'"]],
  },
  {
    row: 'SHEET-05',
    what: 'the sheet of a deleted item stays',
    edits: [[sheet, 'if (removed === uuid) leaveSheet(', 'if (removed !== uuid) leaveSheet(']],
  },
  {
    row: 'SHEET-05',
    what: 'the facts of a sheet begin as those of a page',
    edits: [[facts, '{isWhole ? (', '{!isWhole ? (']],
  },
  {
    row: 'SHEET-05',
    what: 'the Activity of a task shows what is in it',
    edits: [[feed, "item.type === 'campaign' ? family : [item]", 'family']],
  },
  {
    row: 'SHEET-05',
    what: 'the Activity of a todo is its campaign’s',
    edits: [[feed, '.filter(({ item }) => item.uuid === uuid)', '']],
  },
  {
    row: 'SHEET-05',
    what: 'only the first page of the campaign’s log is searched',
    edits: [[feed, 'pagesSearched = 5', 'pagesSearched = 1']],
  },
  {
    row: 'SHEET-06',
    what: 'a script is a link',
    edits: [[links, '|mailto:|tel:)', '|mailto:|tel:|javascript:)']],
  },
  {
    row: 'SHEET-06',
    what: 'the end of a sentence belongs to the link',
    edits: [[links, "address.replace(/[.,;:!?'’…)\\]}]+$/u, '')", 'address']],
  },
  {
    row: 'SHEET-06',
    what: 'what a link opens has access to this page',
    edits: [[linkedText, 'rel="noopener noreferrer"', 'rel="opener"']],
  },
  {
    row: 'SHEET-06',
    what: 'a detail page has no links',
    edits: [[frame, '<LinkedText text={item.description} />', '{item.description}']],
  },
  {
    row: 'SHEET-07',
    what: 'beside a detail page nothing can be changed',
    edits: [
      [
        facts,
        "= mayWith(item, item.permission, 'edit');",
        "= isWhole && mayWith(item, item.permission, 'edit');",
      ],
    ],
  },
  {
    row: 'SHEET-08',
    what: 'a link names an item by a number of this device',
    edits: [[href, 'item.base === null ? item.uuid : item.id', 'item.id']],
  },
  {
    row: 'SHEET-09',
    what: 'the sheet stands in the middle',
    edits: [[dialog, "end: 'md:items-center md:justify-end'", "end: 'md:items-center'"]],
  },
  {
    row: 'SHEET-09',
    what: 'the buttons of what repeats need two lines on the narrowest phones',
    edits: [[actions, 'className="max-[22rem]:[&>svg]:hidden"', 'className="ms-8"']],
  },
  {
    row: 'SHEET-09',
    what: 'the sheet covers only what it needs',
    edits: [[dialog, "position === 'end' ? 'h-[92dvh]'", "position === 'end' ? ''"]],
  },
  {
    row: 'SHEET-09',
    what: 'Close goes out of sight with what is scrolled',
    edits: [[sheet, 'sticky top-0 z-2 ', '']],
  },
  {
    row: 'LAYOUT-21',
    what: 'New opens nothing',
    edits: [[header, "onClick={() => openOverlay('create')}", '']],
  },
  {
    row: 'LAYOUT-21',
    what: 'N opens the dialog while a title is typed',
    edits: [[shortcuts, ' || isTyping(event.target)', ' || isTyping(null)']],
  },
  {
    row: 'LAYOUT-21',
    what: 'N opens the dialog over another one',
    edits: [[shortcuts, '[role$=dialog][data-state=open], [role=menu]', '[role=menu]']],
  },
  {
    row: 'LAYOUT-21',
    what: 'with Caps Lock N opens nothing',
    edits: [[shortcuts, 'const key = shortcutKey(event);', 'const { key } = event;']],
  },
  {
    row: 'LAYOUT-22',
    what: 'a page outside the nav looks like a place of the nav',
    edits: [[header, 'lg:font-normal lg:text-ink-3', 'lg:bg-accent-soft lg:text-accent-ink']],
  },
  {
    row: 'LAYOUT-23',
    what: 'Complete is a primary button while todos are open',
    edits: [[actions, " || openCount > 0 ? 'secondary'", " ? 'secondary'"]],
  },
  {
    row: 'LAYOUT-23',
    what: 'how many todos are open is not said',
    edits: [[actions, '{laterMessages.facts.stillOpen(openCount)}', '']],
  },
];
