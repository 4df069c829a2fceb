import { types } from './common.ts';

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

/** The quick-add card. */
export const adding = {
  quickAdd: {
    label: 'Quick add',
    placeholder: { campaign: 'New campaign', task: 'New task', todo: 'New todo' },
    title: 'Title',
    tabsLabel: 'Type of the new item',
    tabs: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
    submit: { campaign: 'Add campaign', task: 'Add task', todo: 'Add todo' },
    enterHint: 'To add it, press Enter in the description, or the button.',
    emptyHint: 'To add it, type a title.',
    created: 'Item created',
    createdText: (type: keyof typeof types) => `Your ${types[type]} has been created successfully.`,
    failed: 'Failed to create item. Please try again.',
    invalid: 'Invalid input. Please check your title length and try again.',
    tooLong: 'Title too long',
    tooLongText: 'Title must be 255 characters or less.',
    tooLongInline: 'Title too long: Title must be 255 characters or less.',
  },
};
