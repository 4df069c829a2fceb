/** The dialog that makes an item. */
export const createDialog = {
  createDialog: {
    title: 'Create New Item',
    itemTitle: 'Title',
    titlePlaceholder: {
      campaign: 'What is the goal?',
      task: 'What is the piece of work?',
      todo: 'What is the next action?',
    },
    titleRequired: 'Title is required.',
    descriptionTooLong: 'Description must be 10,000 characters or less.',
    typeLabel: 'Type of the new item',
    description: 'Description',
    assignee: 'Assignee',
    due: 'Due date',
    time: 'Due time',
    end: 'End date',
    submit: 'Create',
  },
};
