// @ts-check

const lists = 'packages/domain/src/lists.ts';
const search = 'packages/domain/src/search.ts';
const specs = 'apps/web/src/replica/store/list-specs.ts';
const hooks = 'apps/web/src/replica/hooks/use-lists.ts';
const statusList = 'apps/web/src/features/lists/status-list-screen.tsx';
const myList = 'apps/web/src/features/lists/my-list-screen.tsx';
const upNextCard = 'apps/web/src/items/up-next-card.tsx';
const texts = 'apps/web/src/messages/en/lists.ts';
const tabs = 'apps/web/src/ui/tabs.tsx';
const openItems = 'apps/web/src/items/open-items.tsx';
const hidden = 'apps/web/src/settings/hidden-completed.ts';

/** The other statements about Queue, Active, Completed and My List. @type {readonly import('./violation.mjs').Violation[]} */
export const statusListViolations = [
  {
    row: 'LIST-01',
    what: 'the tab Tasks comes before Campaigns',
    edits: [[lists, "['all', 'campaign', 'task', 'todo']", "['all', 'task', 'campaign', 'todo']"]],
  },
  {
    row: 'LIST-02',
    what: 'the search box of Queue says something else',
    edits: [[texts, 'Search queue items...', 'Search queue...']],
  },
  {
    row: 'LIST-03',
    what: 'the subtitle of Active says something else',
    edits: [[texts, "What you're working on right now", "What you're working on now"]],
  },
  {
    row: 'LIST-04',
    what: 'the search box of Completed says something else',
    edits: [[texts, 'Search completed items...', 'Search completed...']],
  },
  {
    row: 'LIST-05',
    what: 'a list is not filtered by description',
    edits: [[hooks, 'searchText(item.title, item.description)', 'searchText(item.title, null)']],
  },
  {
    row: 'LIST-05',
    what: 'a space counts as a character of a search',
    edits: [[search, "' ')).trim();", "' ')).trimStart();"]],
  },
  {
    row: 'LIST-06',
    what: 'All shows what is inside items of other lists',
    edits: [
      [
        specs,
        'isInList(list, item, userId) && isInTab(tab, item, isHeld),',
        'isInList(list, item, userId) && isInTab(tab, item, tab === "all" ? () => false : isHeld),',
      ],
    ],
  },
  {
    row: 'LIST-07',
    what: 'an empty Queue says something else',
    edits: [[texts, 'Your queue is empty!', 'The queue is empty!']],
  },
  {
    row: 'LIST-07',
    what: 'the empty texts of tasks and todos in Queue are swapped',
    edits: [
      [texts, "task: 'No tasks in queue!'", "task: 'No todos in queue!'"],
      [texts, "todo: 'No todos in queue!'", "todo: 'No tasks in queue!'"],
    ],
  },
  {
    row: 'LIST-08',
    what: 'an empty Active says something else',
    edits: [[texts, 'Nothing active!', 'Nothing is active!']],
  },
  {
    row: 'LIST-09',
    what: 'an empty Completed says something else',
    edits: [[texts, "all: 'No completed items yet!'", "all: 'Nothing completed yet!'"]],
  },
  {
    row: 'LIST-09',
    what: 'an empty Completed gives no hints',
    edits: [
      [
        statusList,
        'hint={hints[tab] ?? undefined}',
        'hint={list === "queue" ? (hints[tab] ?? undefined) : undefined}',
      ],
    ],
  },
  {
    row: 'LIST-10',
    what: 'Start completes the item that is up next',
    edits: [[upNextCard, "setStatus(item, 'in_progress')", "setStatus(item, 'completed')"]],
  },
  {
    row: 'LIST-10',
    what: 'what is due last is up next',
    edits: [[lists, 'return compareDays(dueA, dueB);', 'return compareDays(dueB, dueA);']],
  },
  {
    row: 'LIST-11',
    what: 'Queue is in order of the last change',
    edits: [[lists, "queue: 'created',\n  active", "queue: 'updated',\n  active"]],
  },
  {
    row: 'LIST-11',
    what: 'Active is in order of creation',
    edits: [[lists, "active: 'updated',\n  completed", "active: 'created',\n  completed"]],
  },
  {
    row: 'LIST-11',
    what: 'what has no time of completion is in order of creation',
    edits: [
      [
        lists,
        'item.completed_at ?? item.updated_at ?? item.created_at',
        'item.completed_at ?? item.created_at',
      ],
    ],
  },
  {
    row: 'LIST-11',
    what: 'a list begins with the oldest',
    edits: [
      [
        specs,
        'compare: newestFirst(orderOfList[list]),\n  };\n}\n\n/** What can be started',
        'compare: (a, b) => newestFirst(orderOfList[list])(b, a),\n  };\n}\n\n/** What can be started',
      ],
    ],
  },
  {
    row: 'LIST-12',
    what: 'the lists leave out what the user assigned to somebody else',
    edits: [
      [
        lists,
        '(isOwnedBy(item, userId) || isAssignedTo(item, userId));',
        '((isOwnedBy(item, userId) && item.assigned_to == null) || isAssignedTo(item, userId));',
      ],
    ],
  },
  {
    row: 'LIST-12',
    what: 'the lists show what other people made',
    edits: [
      [
        specs,
        'has: (item, isHeld) => isInList(list, item, userId) && isInTab',
        'has: (item, isHeld) => listOf(item.status) === list && isInTab',
      ],
    ],
  },
  {
    row: 'LIST-13',
    what: 'Active shows what is completed, and Completed what is active',
    edits: [
      [lists, "in_progress: 'active',", "in_progress: 'completed',"],
      [
        lists,
        "completed: 'completed',\n};\n\n/** The list that",
        "completed: 'active',\n};\n\n/** The list that",
      ],
    ],
  },
  {
    row: 'LIST-14',
    what: 'the tab Tasks lists todos too',
    edits: [
      [
        lists,
        ': item.type === tab;',
        ": item.type === tab || (tab === 'task' && item.type === 'todo');",
      ],
    ],
  },
  {
    row: 'MYLIST-01',
    what: 'the subtitle of My List says something else',
    edits: [[texts, "All items you've created", 'All items that you created']],
  },
  {
    row: 'MYLIST-02',
    what: 'a badge shows a count from two on',
    edits: [[tabs, 'item.count > 0', 'item.count > 1']],
  },
  {
    row: 'MYLIST-02',
    what: 'the tabs Active and Completed have each other’s badge',
    edits: [
      [
        myList,
        'label: strings.tabs.active, count: counts.myActive',
        'label: strings.tabs.active, count: counts.myCompleted',
      ],
      [
        myList,
        'label: strings.tabs.completed, count: counts.myCompleted',
        'label: strings.tabs.completed, count: counts.myActive',
      ],
    ],
  },
  {
    row: 'MYLIST-03',
    what: 'an empty tab of what is completed says something else',
    edits: [[texts, "completed: 'No completed items yet',", "completed: 'No completed items',"]],
  },
  {
    row: 'MYLIST-04',
    what: 'My List leaves out what the user assigned to somebody else',
    edits: [
      [
        specs,
        'isOwnedBy(item, userId) && listOf(item.status) === name',
        'isOwnedBy(item, userId) && item.assigned_to === null && listOf(item.status) === name',
      ],
    ],
  },
  {
    row: 'MYLIST-05',
    what: 'My List begins with the oldest',
    edits: [
      [
        specs,
        'compare: newestFirst(orderOfList[name]),',
        'compare: (a, b) => newestFirst(orderOfList[name])(b, a),',
      ],
    ],
  },
  {
    row: 'MYLIST-06',
    what: 'My List leaves out nested items',
    edits: [
      [
        specs,
        'has: (item) => isOwnedBy(item, userId) && listOf(item.status) === name,',
        'has: (item) => isOwnedBy(item, userId) && item.parent_uuid === null && listOf(item.status) === name,',
      ],
    ],
  },
  {
    row: 'MYLIST-06',
    what: 'the badges count what the search found',
    edits: [
      [
        hooks,
        "useList({ list: 'myQueue', tab: 'all' })",
        "useList({ list: 'myQueue', tab: 'all', search })",
      ],
      [hooks, 'export function useCounts():', "export function useCounts(search = ''):"],
      [myList, 'useCounts();', 'useCounts(search);'],
    ],
  },
  {
    row: 'MYLIST-06',
    what: 'My List is filtered without a pause',
    edits: [
      [
        myList,
        '<OwnList key={tab} tab={tab} search={search} />',
        '<OwnList key={tab} tab={tab} search={query} />',
      ],
    ],
  },
  {
    row: 'HOME-09',
    what: 'what is completed is hidden at first',
    edits: [[hidden, 'isHidden: false,', 'isHidden: true,']],
  },
  {
    row: 'HOME-09',
    what: 'what is completed counts as open on Home',
    edits: [
      [
        'apps/web/src/replica/hooks/use-open-items.ts',
        "has: (item, isHeld) => item.status !== 'completed'",
        "has: (item, isHeld) => item.status !== 'pending'",
      ],
    ],
  },
  {
    row: 'HOME-09',
    what: 'the switch is there where nothing is completed',
    edits: [[openItems, 'completed > 0 &&', 'uuids.length > 0 &&']],
  },
  {
    row: 'HOME-09',
    what: 'the count is that of what is left',
    edits: [[openItems, 'strings.showCompleted(completed)', 'strings.showCompleted(open.length)']],
  },
];
