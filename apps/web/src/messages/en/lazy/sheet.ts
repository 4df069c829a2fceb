/**
 * The parts that detail pages and the sheet of an item edit in place, the sheet itself, and the link of a
 * todo.
 */
export const sheet = {
  facts: {
    all: 'All details',
    stillOpen: (count: number) => `${count} still open`,
    place: (place: string) => `Place: ${place}`,
    date: {
      due_date: { set: 'Set due date', change: 'Change due date' },
      end_date: { set: 'Set end date', change: 'Change end date' },
    },
    addDescription: 'Add a description',
    editDescription: 'Edit description',
    addLabels: 'Add labels',
    changeLabels: 'Change labels',
    setPriority: 'Set priority',
    changePriority: 'Change priority',
  },

  sheet: {
    title: 'Details',
    quickAdd: (title: string) => `Quick add: ${title}`,
    activity: 'Activity',
  },

  todo: {
    loading: 'Loading todo...',
    notFound: 'Todo not found',
  },
};
