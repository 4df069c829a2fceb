/** Home. */
export const home = {
  home: {
    subtitle: 'Everything happening in your world',
    tabsLabel: 'Items by type',
    tabs: { all: 'All', campaign: 'Campaigns', task: 'Tasks', todo: 'Todos' },
    loading: 'Loading items...',
    viewAll: (count: number) => `View All (${count} items)`,
    showLess: 'Show Less',
    side: 'Up next and in progress',
    underWay: 'In progress',
    allUnderWay: 'Go to Active',
    goOnWith: (title: string) => `Go on with ${title}`,
    empty: {
      all: 'No items yet! Create your first campaign to get started.',
      campaign: 'No campaigns yet! Create a campaign to organize your big goals.',
      task: 'No tasks yet! Tasks help break down campaigns into manageable pieces.',
      todo: 'No todos yet! Todos are the smallest actionable items.',
    },
  },
};
