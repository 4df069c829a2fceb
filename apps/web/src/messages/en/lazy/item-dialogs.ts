import { formatCount, plural, shortTitle } from '../../format.ts';

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

/** Why an act on several items leaves one out. */
export type LeftOut =
  | 'viewOnly'
  | 'notYours'
  | 'already'
  | 'place'
  | 'changed'
  | 'labels'
  | 'gone'
  | 'other';

/** The reason for one item, and for more. */
const reasons: Readonly<Record<LeftOut, readonly [one: string, more: string]>> = {
  viewOnly: ['you may only view it', 'you may only view them'],
  notYours: ['it is not yours', 'they are not yours'],
  already: ['it is so already', 'they are so already'],
  place: ['it cannot be there', 'they cannot be there'],
  changed: ['it has changed since', 'they have changed since'],
  labels: ['it has too many labels', 'they have too many labels'],
  gone: ['it is gone', 'they are gone'],
  other: ['it cannot be changed', 'they cannot be changed'],
};

const items = (count: number) => plural(count, { one: 'item', other: 'items' });

/** Several selected items: their bar, its questions and its messages. */
export const selecting = {
  selecting: {
    bar: 'Selected items',
    count: (count: number) => `${formatCount(count)} selected`,
    none: 'Nothing is selected',
    row: 'Selected',
    select: 'Select',
    deselect: 'Deselect',
    key: 'Select, or end it',
    all: 'Select all',
    end: 'End the selection',
    queue: 'Queue',
    labels: 'Labels',
    move: 'Move',
    labelsTitle: (count: number) => `Labels of ${items(count)}`,
    assignTitle: (count: number) => `Assign ${items(count)}`,
    moveTitle: (count: number) => `Move ${items(count)}`,
    moveQuestion: (count: number) => `Move ${items(count)}?`,
    deleteTitle: (count: number) => `Delete ${items(count)}?`,
    deleteText: 'You can undo this.',
    containsMore: (count: number) =>
      `They contain ${plural(count, { one: 'item', other: 'items' })} that ${count === 1 ? 'is' : 'are'} not selected. If you delete only these, the others stay in your lists.`,
    onlyThese: 'Delete only these',
    withItems: (count: number) => `Delete with ${plural(count, { one: 'more', other: 'more' })}`,
    said: {
      complete: (count: number) => `${formatCount(count)} completed`,
      start: (count: number) => `${formatCount(count)} started`,
      moveToQueue: (count: number) => `${formatCount(count)} moved to the queue`,
      labels: (count: number) => `Labels of ${items(count)} changed`,
      priority: (count: number) => `Priority of ${items(count)} changed`,
      assign: (count: number) => `${formatCount(count)} assigned`,
      move: (count: number) => `${formatCount(count)} moved`,
      delete: (count: number) => `${formatCount(count)} deleted`,
    },
    nothingDone: 'Nothing changed',
    failed: 'Failed to change the items. Please try again.',
    /** '2 left out: you may only view them'. */
    leftOut: (count: number, why: LeftOut) =>
      `${formatCount(count)} left out: ${reasons[why][count === 1 ? 0 : 1]}`,
  },
};
