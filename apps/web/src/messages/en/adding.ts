import { types } from './product.ts';

/** Making an item. */
export const adding = {
  quickAdd: {
    label: 'Quick add',
    placeholder: { campaign: 'New campaign', task: 'New task', todo: 'New todo' },
    title: 'Title',
    description: 'Description',
    descriptionPlaceholder: 'Description (optional)',
    due: 'Due date',
    end: 'End date',
    assignee: 'Assignee',
    tabsLabel: 'Type of the new item',
    tabs: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
    submit: { campaign: 'Add campaign', task: 'Add task', todo: 'Add todo' },
    created: 'Item created',
    createdText: (type: keyof typeof types) => `Your ${types[type]} has been created successfully.`,
    failed: 'Failed to create item. Please try again.',
    invalid: 'Invalid input. Please check your title length and try again.',
    tooLong: 'Title too long',
    tooLongText: 'Title must be 255 characters or less.',
    tooLongInline: 'Title too long: Title must be 255 characters or less.',
  },

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
    end: 'End date',
    submit: 'Create',
  },
};
