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
    failed: 'Failed to load activity. Please try again.',
    empty: 'No activity yet. Start by adding tasks or making changes to track progress.',
    label: 'Activity, newest first',
    someone: 'Someone',
    did: {
      created: (type: string) => `created the ${type}`,
      updated: (type: string) => `updated the ${type}`,
      deleted: (type: string) => `deleted the ${type}`,
      completed: (type: string) => `completed the ${type}`,
      reopened: (type: string) => `reopened the ${type}`,
      assigned: (type: string) => `assigned the ${type}`,
    },
  },
};
