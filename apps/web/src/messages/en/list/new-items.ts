/** The fields of the quick-add card beside the title. */
export const quickAddFields = {
  quickAddFields: {
    descriptionPlaceholder: 'Description (optional)',
    notAdded: 'Not added',
    notAddedTitle: (title: string) => `Not added: ${title}`,
    edit: 'Edit',
    editUnstored: (title: string) => `Edit ${title}`,
  },
};

/** The dialog that creates an item. */
export const createDialog = {
  createDialog: {
    title: 'Create New Item',
    titlePlaceholder: {
      campaign: 'What is the goal?',
      task: 'What is the piece of work?',
      todo: 'What is the next action?',
    },
    titleRequired: 'Title is required.',
    descriptionTooLong: 'Description must be 10,000 characters or less.',
    typeLabel: 'Type of the new item',
    labelsHint: 'Enter or a comma adds one.',
    labelsFull: 'An item has at most 10 labels.',
    removeLabel: (label: string) => `Remove label ${label}`,
    labelAdded: (label: string) => `Label ${label} added`,
    labelRemoved: (label: string) => `Label ${label} removed`,
    submit: 'Create',
  },
};
