import { plural, shortTitle } from '../../format.ts';

/** The people of an item, and questions about it. */
export const itemDialogs = {
  deleteDialog: {
    title: { campaign: 'Delete campaign?', task: 'Delete task?', todo: 'Delete todo?' },
    text: (title: string) => `“${title}” will be deleted.`,
    withChildren: (count: number) =>
      `It contains ${plural(count, { one: 'item', other: 'items' })}. If you delete only this, they stay in your lists.`,
    onlyThis: 'Delete only this',
    withItems: (count: number) =>
      `Delete with its ${plural(count, { one: 'item', other: 'items' })}`,
  },

  sharing: {
    peopleLose: (people: number, items: number) =>
      people === 1
        ? `1 other person loses ${plural(items, { one: 'item of their own', other: 'items of their own' })} here.`
        : `${people} other people lose ${plural(items, { one: 'item of their own', other: 'items of their own' })} here.`,
    moveTitle: (title: string) => `Move “${shortTitle(title)}”?`,
    moveIntoOthers: (owner: string, root: string) =>
      `“${root}” belongs to ${owner}. If you are removed from it later, you lose what you move there.`,
    moveClears: (count: number) =>
      `${plural(count, { one: 'assignment ends', other: 'assignments end' })}, because the person has no part there.`,
    moveMayClear: (count: number) =>
      `${plural(count, { one: 'assignment ends', other: 'assignments end' })} unless ${count === 1 ? 'the person is a contact' : 'the people are contacts'} of its owner.`,
    moveLeaves: (count: number) =>
      `${plural(count, { one: 'item of another person stays', other: 'items of other people stay' })} where it is now.`,
    move: 'Move',
  },

  people: {
    title: 'People',
    owner: 'Owner',
    assigned: 'Assigned',
    assignedBelow: (count: number) =>
      `Assigned to ${plural(count, { one: 'item', other: 'items' })} in it`,
    through: (title: string) => `Through “${shortTitle(title)}”`,
    remove: 'Remove…',
    removeNamed: (name: string) => `Remove ${name}…`,
    removeTitle: {
      campaign: (name: string) => `Remove ${name} from this campaign?`,
      task: (name: string) => `Remove ${name} from this task?`,
      todo: (name: string) => `Remove ${name} from this todo?`,
    },
    removeText: 'Removing ends all their assignments in it, those of deleted items too.',
    stillIn: (name: string, count: number) =>
      `${name} is also assigned to ${plural(count, { one: 'item', other: 'items' })} in it, which would keep them in.`,
    onlyUnassign: 'Only unassign',
    removeConfirm: 'Remove',
  },
};

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
  added: {
    to: (place: string) => `Added to ${place}`,
    in: (parent: string) => `“${shortTitle(parent)}”`,
    open: 'Open',
    openAlt: 'Search for the item to open it',
  },
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
    fields: 'Fields of the new item',
    place: 'Place',
    labelsHint: 'Enter or a comma adds one.',
    labelsFull: 'An item has at most 10 labels.',
    removeLabel: (label: string) => `Remove label ${label}`,
    labelAdded: (label: string) => `Label ${label} added`,
    labelRemoved: (label: string) => `Label ${label} removed`,
    submit: 'Create',
  },
};
