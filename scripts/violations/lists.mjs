// @ts-check

const lists = 'packages/domain/src/lists.ts';
const specs = 'apps/web/src/replica/store/list-specs.ts';
const home = 'apps/web/src/features/home/home-screen.tsx';
const statusList = 'apps/web/src/features/lists/status-list-screen.tsx';
const queueScreen = 'apps/web/src/features/lists/queue-screen.tsx';
const myList = 'apps/web/src/features/lists/my-list-screen.tsx';
const preview = 'apps/web/src/items/preview-list.tsx';
const homeTexts = 'apps/web/src/messages/en/home.ts';
const texts = 'apps/web/src/messages/en/lists.ts';
const assignees = 'apps/web/src/replica/hooks/assignees.ts';
const tabs = 'apps/web/src/ui/tabs.tsx';

/** Home, the lists of an item's life, and My List. @type {readonly import('./violation.mjs').Violation[]} */
export const listViolations = [
  {
    row: 'HOME-01',
    what: 'the subtitle of Home says something else',
    edits: [
      [homeTexts, 'Everything happening in your world', 'Everything that happens in your world'],
    ],
  },
  {
    row: 'HOME-02',
    what: 'no quick-add on the tab Todos',
    edits: [
      [home, '<QuickAdd ref', "{tab !== 'todo' && <QuickAdd ref"],
      [home, ': [tab]} />', ': [tab]} />}'],
    ],
  },
  {
    row: 'HOME-03',
    what: 'All shows nested items too',
    edits: [
      [
        lists,
        "return tab === 'all' ? isOrphan(item, has) :",
        "return tab === 'all' ? has(item.uuid) || isOrphan(item, has) :",
      ],
    ],
  },
  {
    row: 'HOME-03',
    what: 'View All counts only what is hidden',
    edits: [
      [preview, 'strings.viewAll(uuids.length)', 'strings.viewAll(uuids.length - shown.length)'],
    ],
  },
  {
    row: 'HOME-03',
    what: 'twenty items already have a toggle',
    edits: [
      [preview, '{uuids.length > homePreviewItems &&', '{uuids.length >= homePreviewItems &&'],
    ],
  },
  {
    row: 'HOME-03',
    what: 'the oldest items come first',
    edits: [
      [
        specs,
        "compare: newestFirst('created'),\n    };\n  }\n  if",
        "compare: (a, b) => newestFirst('created')(b, a),\n    };\n  }\n  if",
      ],
    ],
  },
  {
    row: 'HOME-04',
    what: 'the loading text is another',
    edits: [[homeTexts, "loading: 'Loading items...'", "loading: 'Loading...'"]],
  },
  {
    row: 'HOME-05',
    what: 'an empty All suggests a todo',
    edits: [
      [
        homeTexts,
        'No items yet! Create your first campaign',
        'No items yet! Create your first todo',
      ],
    ],
  },
  {
    row: 'HOME-06',
    what: 'an empty Campaigns shows the text of All',
    edits: [
      [
        home,
        'title={strings.empty[tab]}',
        "title={strings.empty[tab === 'campaign' ? 'all' : tab]}",
      ],
    ],
  },
  {
    row: 'HOME-07',
    what: 'an empty Tasks shows the text of Todos',
    edits: [
      [home, 'title={strings.empty[tab]}', "title={strings.empty[tab === 'task' ? 'todo' : tab]}"],
    ],
  },
  {
    row: 'HOME-08',
    what: 'one word of the text of an empty Todos is another',
    edits: [[homeTexts, 'smallest actionable items', 'smallest possible items']],
  },
  {
    row: 'LIST-01',
    what: 'the search box of a list is missing its label',
    edits: [
      [statusList, 'searchLabel={strings[list].search}', 'searchLabel={strings.queue.search}'],
    ],
  },
  {
    row: 'LIST-02',
    what: 'the subtitle of Queue says something else',
    edits: [[texts, 'Things waiting to be started', 'Things waiting to start']],
  },
  {
    row: 'LIST-03',
    what: 'the search box of Active says something else',
    edits: [[texts, 'Search active items...', 'Search active...']],
  },
  {
    row: 'LIST-04',
    what: 'the subtitle of Completed says something else',
    edits: [[texts, 'Your achievements and wins', 'Your wins and achievements']],
  },
  {
    row: 'LIST-05',
    what: 'one character filters already',
    edits: [['packages/domain/src/limits.ts', 'minSearchChars = 2', 'minSearchChars = 1']],
  },
  {
    row: 'LIST-05',
    what: 'the list is filtered without a pause',
    edits: [['packages/domain/src/limits.ts', 'searchDebounceMs = 300', 'searchDebounceMs = 100']],
  },
  {
    row: 'LIST-06',
    what: 'All hides an item whose parent is missing',
    edits: [
      [
        lists,
        "return tab === 'all' ? isOrphan(item, has) :",
        "return tab === 'all' ? item.parent_uuid === null :",
      ],
    ],
  },
  {
    row: 'LIST-07',
    what: 'an empty Queue gives no hint',
    edits: [
      [
        texts,
        "hints: { all: 'Add something new to get started.', campaign",
        'hints: { all: null, campaign',
      ],
    ],
  },
  {
    row: 'LIST-08',
    what: 'an empty tab of Active says something else',
    edits: [[texts, 'No active tasks!', 'No tasks active!']],
  },
  {
    row: 'LIST-09',
    what: 'the hints of completed campaigns and tasks are swapped',
    edits: [
      [texts, 'Finish all tasks in a campaign', 'Finish all todos in a campaign'],
      [texts, 'Finish all todos in a task', 'Finish all tasks in a task'],
    ],
  },
  {
    row: 'LIST-10',
    what: 'Queue has nothing above its list',
    edits: [[queueScreen, '<UpNext />', '']],
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
    row: 'LIST-11',
    what: 'what never changed has no place in Active',
    edits: [
      [
        lists,
        "case 'updated':\n      return item.updated_at ?? item.created_at;",
        "case 'updated':\n      return item.updated_at ?? '';",
      ],
    ],
  },
  {
    row: 'LIST-12',
    what: 'the lists leave out what was assigned to the user',
    edits: [
      [
        lists,
        '(isOwnedBy(item, userId) || isAssignedTo(item, userId));',
        'isOwnedBy(item, userId);',
      ],
    ],
  },
  {
    row: 'LIST-13',
    what: 'what is in progress is in Queue too',
    edits: [
      [
        lists,
        'return listOf(item.status) === list &&',
        "return (listOf(item.status) === list || (list === 'queue' && item.status === 'in_progress')) &&",
      ],
    ],
  },
  {
    row: 'LIST-14',
    what: 'a typed tab hides nested items',
    edits: [[lists, ': item.type === tab;', ': item.type === tab && isOrphan(item, has);']],
  },
  {
    row: 'MYLIST-01',
    what: 'the search box of My List says something else',
    edits: [[texts, 'Search my items...', 'Search items...']],
  },
  {
    row: 'MYLIST-02',
    what: 'a badge shows a count of zero',
    edits: [[tabs, 'count > 0', 'count >= 0']],
  },
  {
    row: 'MYLIST-03',
    what: 'the empty texts of Queue and Active are swapped',
    edits: [
      [texts, "queue: 'No items in your queue',", "queue: 'No active items',"],
      [texts, "active: 'No active items',", "active: 'No items in your queue',"],
    ],
  },
  {
    row: 'LIST-15',
    what: 'an empty All leads to todos where there are none',
    edits: [[statusList, "todos > 0 ? 'todo' : 'task'", "todos >= 0 ? 'todo' : 'task'"]],
  },
  {
    row: 'LIST-15',
    what: 'an empty All does not say that there is something inside',
    edits: [[statusList, 'todos + tasks > 0', 'todos + tasks < 0']],
  },
  {
    row: 'SHARE-29',
    what: 'the sample people come before real ones',
    edits: [[assignees, '...named, ...sampleUsers]', '...sampleUsers, ...named]']],
  },
  {
    row: 'MYLIST-04',
    what: "My List shows another person's item that is assigned to the user",
    edits: [
      [
        specs,
        'has: (item) => isOwnedBy(item, userId) && listOf(item.status) === name,',
        'has: (item) => (isOwnedBy(item, userId) || isAssignedTo(item, userId)) && listOf(item.status) === name,',
      ],
    ],
  },
  {
    row: 'MYLIST-05',
    what: 'My List has another order than the lists',
    edits: [
      [specs, 'compare: newestFirst(orderOfList[name]),', "compare: newestFirst('created'),"],
    ],
  },
  {
    row: 'MYLIST-07',
    what: 'the tabs are as far apart on phones as elsewhere',
    edits: [[tabs, "'gap-2 sm:gap-5'", "'gap-5'"]],
  },
  {
    row: 'MYLIST-06',
    what: 'My List ignores the search',
    edits: [[myList, "tab: 'all', search }", "tab: 'all' }"]],
  },
];
