/** Home without items. */
export const home = {
  home: {
    subtitle: 'Everything happening in your world',
    tabsLabel: 'Items by type',
    tabs: { all: 'All', campaign: 'Campaigns', task: 'Tasks', todo: 'Todos' },
    loading: 'Loading items...',
    side: 'Up next and in progress',
    empty: {
      all: 'No items yet! Create your first campaign to get started.',
      campaign: 'No campaigns yet! Create a campaign to organize your big goals.',
      task: 'No tasks yet! Tasks help break down campaigns into manageable pieces.',
      todo: 'No todos yet! Todos are the smallest actionable items.',
    },
  },
};
