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
