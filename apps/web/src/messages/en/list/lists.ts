/** Home with items, and the side column of lists. */
export const homeItems = {
  homeItems: {
    viewAll: (count: number) => `View All (${count} items)`,
    showLess: 'Show Less',
    underWay: 'In progress',
    allUnderWay: 'Go to Active',
    goOnWith: (title: string) => `Go on with ${title}`,
  },
};

/** Lists of items, wherever they are. */
export const lists = {
  lists: {
    openCount: (count: number) => `${count} open`,
    hideCompleted: 'Hide completed',
    showCompleted: (count: number) => `Show completed (${count})`,
    allCompleted: 'Everything here is completed.',
    upNext: 'Up next',
    upNextNamed: (title: string) => `Up next: ${title}`,
    start: 'Start',
    campaignsUnderWay: 'Campaigns',
    toCampaigns: 'All campaigns',
  },
};
