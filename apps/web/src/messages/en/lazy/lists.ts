import type { QueryErrorCode } from '@foray/domain/queries';
import { formatCount, plural } from '../../format.ts';

/** Queue, Active, Completed and My List. */
export const lazyLists = {
  listScreens: {
    queue: {
      subtitle: 'Things waiting to be started',
      search: 'Search queue items...',
      empty: {
        all: 'Your queue is empty!',
        campaign: 'No campaigns in queue!',
        task: 'No tasks in queue!',
        todo: 'No todos in queue!',
      },
      hints: { all: 'Add something new to get started.', campaign: null, task: null, todo: null },
    },
    active: {
      subtitle: "What you're working on right now",
      search: 'Search active items...',
      empty: {
        all: 'Nothing active!',
        campaign: 'No active campaigns!',
        task: 'No active tasks!',
        todo: 'No active todos!',
      },
      hints: { all: null, campaign: null, task: null, todo: null },
    },
    completed: {
      subtitle: 'Your achievements and wins',
      search: 'Search completed items...',
      empty: {
        all: 'No completed items yet!',
        campaign: 'No completed campaigns yet!',
        task: 'No completed tasks yet!',
        todo: 'No completed todos yet!',
      },
      hints: {
        all: null,
        campaign: 'Finish all tasks in a campaign to complete it.',
        task: 'Finish all todos in a task to complete it.',
        todo: null,
      },
    },
    nested: 'All waiting items are in your campaigns and tasks.',
    nestedHint: 'The other tabs show it.',
    inside: {
      active: 'What you are working on is inside other items.',
      completed: 'What you have completed is inside other items.',
    },
    moreInside: (count: number) => `${formatCount(count)} more inside campaigns and tasks`,
    showInside: { task: 'Show tasks', todo: 'Show todos' },
    noHits: (query: string) => `No items found for "${query}"`,
    found: (count: number) => plural(count, { one: 'item', other: 'items' }),
    toQueue: 'Go to Queue',
    toActive: 'Go to Active',
    side: 'At a glance',
    dueSoon: 'Due soon',
    dueMore: (count: number) => `${plural(count, { one: 'more item', other: 'more items' })} due`,
    doneThisWeek: 'Done in 7 days',
    doneOn: (day: string, count: number) =>
      `${day}: ${plural(count, { one: 'item', other: 'items' })}`,
    doneTotal: (count: number) => plural(count, { one: 'item', other: 'items' }),
  },

  myList: {
    subtitle: "All items you've created",
    search: 'Search my items...',
    tabsLabel: 'Items by state',
    tabs: { queue: 'Queue', active: 'Active', completed: 'Completed' },
    standing: 'How your list stands',
    standingOf: {
      queue: (count: string) => `${count} in queue`,
      active: (count: string) => `${count} active`,
      completed: (count: string) => `${count} completed`,
    },
    empty: {
      queue: 'No items in your queue',
      active: 'No active items',
      completed: 'No completed items yet',
    },
  },
};

/** Searching everything. */
export const search = {
  search: {
    title: 'Search items',
    placeholder: 'Search items...',
    searching: 'Searching...',
    none: (query: string) => `No items found for "${query}"`,
    idle: 'Start typing to search across all your items',
    hint: 'Cmd+K',
    hintOpen: 'to open',
    hintMove: 'to move',
    hintSelect: 'to select',
    hintClose: 'to close',
    results: (count: number) => plural(count, { one: 'result', other: 'results' }),
  },
};

/** The mistakes of a query, each about the part of its text that has it. */
const mistakes: Readonly<Record<QueryErrorCode, (part: string) => string>> = {
  too_long: () => 'The search is too long; its end is left out.',
  too_deep: () => 'There are too many brackets in each other.',
  bracket_unclosed: () => "A '(' has no ')'.",
  bracket_unopened: () => "A ')' has no '('.",
  bracket_empty: () => 'There is nothing between the brackets.',
  quote_unclosed: (part) => `${part} has no closing quote.`,
  text_empty: (part) => `There is nothing to find in ${part}.`,
  or_alone: () => "'or' needs something on both sides.",
  value_missing: (part) => `${part} needs a value.`,
  value_unknown: (part) => `${part} has no such value.`,
  not_a_day: (part) => `${part} is not a day.`,
};

/** The query language. */
export const queries = {
  queries: {
    mistakes,
    title: 'Search',
    subtitle: 'All your items, by words and conditions',
    all: 'Show all results',
    everywhere: 'Search all items',
    filters: 'Conditions',
    any: 'Any',
    remove: (condition: string) => `Remove ${condition}`,
    chosen: (group: string, value: string) => `${group}: ${value}`,
    groups: {
      type: 'Type',
      state: 'Status',
      due: 'Due',
      priority: 'Priority',
      assigned: 'Assigned',
      label: 'Label',
      in: 'Inside',
    },
    values: {
      'type:campaign': 'Campaign',
      'type:task': 'Task',
      'type:todo': 'Todo',
      'is:queue': 'Queue',
      'is:active': 'Active',
      'is:done': 'Completed',
      '-is:done': 'Not completed',
      'is:overdue': 'Overdue',
      'due:today': 'Today',
      'due:tomorrow': 'Tomorrow',
      'due:week': 'This week',
      'due:none': 'No date',
      'priority:high': 'High',
      'priority:medium': 'Medium',
      'priority:low': 'Low',
      'priority:none': 'None',
      'assigned:me': 'Me',
      'assigned:none': 'Nobody',
      'label:none': 'No label',
    } satisfies Readonly<Record<string, string>> as Readonly<Record<string, string>>,
    order: 'Sort by',
    orders: {
      found: 'Best match',
      due: 'Due date',
      priority: 'Priority',
      created: 'Newest',
      changed: 'Last changed',
    },
    hint: 'Words, and conditions such as these',
    examples: [
      'is:overdue',
      'due:week -is:done',
      'assigned:me priority:high',
      'changed:<-30d -is:done',
    ],
  },
};
