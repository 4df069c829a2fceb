/** The fields of the quick-add card beside the title. */
export const quickAddFields = {
  quickAddFields: {
    description: 'Description',
    descriptionPlaceholder: 'Description (optional)',
    due: 'Due date',
    end: 'End date',
    assignee: 'Assignee',
    notAdded: 'Not added',
    notAddedTitle: (title: string) => `Not added: ${title}`,
    edit: 'Edit',
    editUnstored: (title: string) => `Edit ${title}`,
  },
};
