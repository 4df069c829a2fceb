// @ts-check

const campaignList = 'apps/web/src/features/campaigns/campaign-list-screen.tsx';
const campaign = 'apps/web/src/features/campaigns/campaign-screen.tsx';
const feed = 'apps/web/src/items/activity-feed.tsx';
const entry = 'apps/web/src/items/activity-entry.tsx';
const format = 'apps/web/src/messages/format.ts';
const localActivity = 'apps/web/src/items/local-activity.ts';
const task = 'apps/web/src/features/tasks/task-screen.tsx';
const facts = 'apps/web/src/items/item-facts.tsx';
const dueText = 'apps/web/src/items/due-text.tsx';
const progress = 'packages/domain/src/progress.ts';
const limits = 'packages/domain/src/limits.ts';
const campaignTexts = 'apps/web/src/messages/en/campaigns.ts';

/** Campaigns, their activity, and tasks. @type {readonly import('./violation.mjs').Violation[]} */
export const campaignViolations = [
  {
    row: 'CAMP-01',
    what: 'a card links to the task of that number',
    edits: [['apps/web/src/items/campaign-card.tsx', 'href={`/campaigns/', 'href={`/tasks/']],
  },
  {
    row: 'CAMP-02',
    what: 'Next is disabled on the last but one page',
    edits: [['apps/web/src/items/pager.tsx', 'page >= pages', 'page >= pages - 1']],
  },
  {
    row: 'CAMP-03',
    what: 'a failure to load says that it is loading',
    edits: [[campaignList, 'title={strings.failed}', 'title={strings.loading}']],
  },
  {
    row: 'CAMP-04',
    what: 'the creator is the assignee',
    edits: [[facts, 'useDisplayName(item.user_id)', 'useDisplayName(item.assigned_to)']],
  },
  {
    row: 'CAMP-05',
    what: 'the percentage is rounded down',
    edits: [[progress, 'Math.round(', 'Math.floor(']],
  },
  {
    row: 'CAMP-05',
    what: 'without children there is a progress of 0 %',
    edits: [[progress, 'if (total === 0) return null;', 'if (total < 0) return null;']],
  },
  {
    row: 'CAMP-06',
    what: 'a campaign can only get tasks',
    edits: [[campaign, "types={['task', 'todo']}", "types={['task']}"]],
  },
  {
    row: 'CAMP-07',
    what: 'a campaign that is missing is called an item',
    edits: [[campaignTexts, "notFound: 'Campaign not found'", "notFound: 'Item not found'"]],
  },
  {
    row: 'CAMP-08',
    what: 'a near date has no title attribute',
    edits: [
      [dueText, "title={date} className={isShortened ? '@max", "className={isShortened ? '@max"],
    ],
  },
  {
    row: 'CAMP-08',
    what: 'a day a week ahead is said by its weekday',
    edits: [[format, 'daysAhead > 6', 'daysAhead > 7']],
  },
  {
    row: 'CAMP-08',
    what: 'a date is written as in the language of the texts',
    edits: [
      [
        format,
        "undefined, { dateStyle: 'medium', timeZone",
        "language, { dateStyle: 'medium', timeZone",
      ],
    ],
  },
  {
    row: 'CAMP-08',
    what: 'a time is written as in the language of the texts',
    edits: [
      [
        format,
        "undefined, { dateStyle: 'medium', timeStyle",
        "language, { dateStyle: 'medium', timeStyle",
      ],
    ],
  },
  {
    row: 'CAMP-09',
    what: 'an older due date of a campaign is hidden',
    edits: [
      [
        'apps/web/src/items/edit-dialog.tsx',
        'due: !isCampaign || before.due_date !== null',
        'due: !isCampaign',
      ],
    ],
  },
  {
    row: 'ACT-01',
    what: 'the loading activity is bare text',
    edits: [
      [
        feed,
        '<SkeletonList label={strings.loading} rows={6} />\n        {longWait}',
        '<p role="status">{strings.loading}</p>\n        {longWait}',
      ],
    ],
  },
  {
    row: 'ACT-01',
    what: 'an entry does not show its description',
    edits: [
      [
        entry,
        "entry.description !== null && entry.description !== ''",
        'entry.description === null',
      ],
    ],
  },
  {
    row: 'ACT-02',
    what: 'the text of an empty feed is another',
    edits: [[campaignTexts, 'making changes to track progress', 'making changes']],
  },
  {
    row: 'ACT-03',
    what: 'completed has the colour of created',
    edits: [[entry, "mark: 'text-completed'", "mark: 'text-created'"]],
  },
  {
    row: 'ACT-04',
    what: 'activity is fresh for a minute',
    edits: [[limits, 'activityFreshMs = 30_000', 'activityFreshMs = 60_000']],
  },
  {
    row: 'ACT-05',
    what: 'offline Activity does not know who is at the device',
    edits: [[feed, "session.kind === 'user' ? session.user.id : 0", '0']],
  },
  {
    row: 'ACT-05',
    what: 'whom nobody knows is oneself in everybody’s campaign',
    edits: [[localActivity, 'isShared ? null : ownId', 'ownId']],
  },
  {
    row: 'ACT-05',
    what: 'what rolled up is told as done by hand',
    edits: [[localActivity, 'completed !== null && completed > updated;', 'false;']],
  },
  {
    row: 'ACT-05',
    what: 'somebody unknown has no name',
    edits: [[campaignTexts, "someone: 'Somebody'", "someone: ''"]],
  },
  {
    row: 'TASK-01',
    what: 'a task does not show its assignee',
    edits: [
      ['apps/web/src/items/fact-editors.tsx', '{strings.assignedTo(name)}', '{strings.assign}'],
    ],
  },
  {
    row: 'TASK-02',
    what: 'a task can get tasks',
    edits: [[task, "types={['todo']}", "types={['task', 'todo']}"]],
  },
  {
    row: 'TASK-03',
    what: 'the loading text of a task is that of a campaign',
    edits: [[campaignTexts, "loading: 'Loading task...'", "loading: 'Loading campaign...'"]],
  },
];
