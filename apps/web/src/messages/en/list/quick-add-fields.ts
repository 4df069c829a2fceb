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
