/** The dialogs that set the date and the labels of an item. */
export const scheduling = {
  scheduling: {
    title: (title: string) => `Date of “${title}”`,
    labelsTitle: (title: string) => `Labels of “${title}”`,
    when: 'When',
    example: 'fri 5pm, every monday…',
    unread: 'No date in these words yet.',
    ready: (words: string) => `${words}. Press Enter to set it.`,
    choices: 'Dates',
    today: 'Today',
    tomorrow: 'Tomorrow',
    weekend: 'This weekend',
    nextWeek: 'Next week',
    none: 'No date',
    month: { before: 'Previous month', after: 'Next month' },
    done: 'Done',
  },
};
