import { shortTitle } from '../../format.ts';

/** The campaign list, the pages of a campaign and a task, and Activity. */
export const campaigns = {
  campaigns: {
    loading: 'Loading campaigns...',
    failed: 'Failed to load campaigns',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
    pages: 'Pages',
    add: 'New campaign',
    toCampaigns: 'Go to Campaigns',
  },

  campaign: {
    loading: 'Loading campaign...',
    notFound: 'Campaign not found',
    tabsLabel: 'Campaign',
    tabs: { contents: 'Contents', activity: 'Activity' },
    empty: 'No tasks or todos yet. Add your first item above!',
  },

  task: {
    loading: 'Loading task...',
    notFound: 'Task not found',
    todos: 'Todos',
    empty: 'No todos yet. Add your first todo above!',
  },

  activity: {
    loading: 'Loading activity...',
    failed: 'Failed to load activity. Please try again.',
    empty: 'No activity yet. Start by adding tasks or making changes to track progress.',
    offline: 'You are offline: this is what this device knows.',
    label: 'Activity, newest first',
    pages: 'Pages of activity',
    someone: 'Somebody',
    automatic: '(automatically)',
    nothing: 'nothing',
    fields: {
      title: 'Title',
      description: 'Description',
      status: 'Status',
      due_date: 'Due date',
      due_time: 'Due time',
      repeat: 'Repeats',
      repeat_from: 'Repeats from',
      repeat_start: 'Repeats since',
      end_date: 'End date',
      priority: 'Priority',
      labels: 'Labels',
      assigned_to: 'Assigned to',
      parent: 'Lies in',
      campaign: 'Campaign',
    },
    did: {
      created: (type: string) => `created the ${type}`,
      updated: (type: string) => `updated the ${type}`,
      deleted: (type: string) => `deleted the ${type}`,
      completed: (type: string) => `completed the ${type}`,
      reopened: (type: string) => `reopened the ${type}`,
      assigned: (type: string) => `assigned the ${type}`,
      started: (type: string) => `started the ${type}`,
      queued: (type: string) => `put the ${type} back in the queue:`,
      moved: (type: string) => `moved the ${type}`,
      restored: (type: string) => `restored the ${type}`,
      replaced: (type: string) => `changed the ${type}, and your later change replaced that:`,
    },
    useText: 'Use this text',
    useTextAlt: (text: string) => `Use this text: ${shortTitle(text)}`,
    didOther: (type: string) => `changed the ${type}`,
  },
};
