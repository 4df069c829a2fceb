import { plural } from '../format.ts';

/** One item wherever it appears: its facts, its menu, its dialogs and toasts. */
export const items = {
  item: {
    status: (status: string) => `Status: ${status}`,
    statusWords: {
      pending: 'pending',
      in_progress: 'in progress',
      completed: 'completed',
    },
    due: (date: string) => `Due: ${date}`,
    overdue: (date: string) => `Overdue: ${date}`,
    createdBy: (name: string) => `Created by: ${name}`,
    assignedTo: (name: string) => `Assigned to: ${name}`,
    unassigned: 'Unassigned',
    inParent: (parent: string) => `in ${parent}`,
    pendingSync: 'Pending sync',
    conflict: 'Conflict',
    readOnly: 'Read only',
    untitled: 'Untitled',
    editTitle: 'Edit title',
    titleLabel: 'Title',
    completeNamed: (title: string) => `Complete ${title}`,
    reopenNamed: (title: string) => `Reopen ${title}`,
    moreNamed: (title: string) => `More actions for ${title}`,
    assignNamed: (title: string) => `Assign ${title}`,
    assignNow: (title: string, name: string) => `Assign ${title}. Assigned to: ${name}`,
    start: 'Start',
    moveToQueue: 'Move to queue',
    complete: 'Complete',
    reopen: 'Reopen',
    open: 'Open',
    edit: 'Edit',
    assign: 'Assign to',
    moveTo: 'Move to…',
    delete: 'Delete',
    topLevel: 'Top level',
    openNamed: (title: string) => `Open ${title}`,
    moveTitle: (title: string) => `Move “${title}”`,
    moveSearch: 'Search for a place...',
    movePlaces: 'Places',
    moveMore: 'Type to find more places.',
    movedHere: 'It is here now.',
    noPlaces: 'There is nothing to move it into yet.',
    campaignStays: 'A campaign is always at the top level.',
    editNamed: { campaign: 'Edit campaign', task: 'Edit task', todo: 'Edit todo' },
    assignTitle: (title: string) => `Assign “${title}”`,
    about: 'About',
    statusSaid: {
      pending: (title: string) => `“${title}” is in your queue.`,
      in_progress: (title: string) => `“${title}” is started.`,
      completed: (title: string) => `“${title}” is completed.`,
    },
    notAllowed: 'You can only view this item.',
    onlyOwnerDeletes: 'Only its owner can delete or move it.',
  },

  itemToasts: {
    deletedTitle: { campaign: 'Campaign deleted', task: 'Task deleted', todo: 'Todo deleted' },
    deletedText: {
      campaign: 'The campaign has been deleted successfully.',
      task: 'The task has been deleted successfully.',
      todo: 'The todo has been deleted successfully.',
    },
    deleteFailed: {
      campaign: 'Failed to delete the campaign. Please try again.',
      task: 'Failed to delete the task. Please try again.',
      todo: 'Failed to delete the todo. Please try again.',
    },
    assigned: { campaign: 'Campaign assigned', task: 'Task assigned', todo: 'Todo assigned' },
    assignFailed: {
      campaign: 'Failed to assign the campaign. Please try again.',
      task: 'Failed to assign the task. Please try again.',
      todo: 'Failed to assign the todo. Please try again.',
    },
    updated: { campaign: 'Campaign updated', task: 'Task updated', todo: 'Todo updated' },
    updateFailed: {
      campaign: 'Failed to update the campaign. Please try again.',
      task: 'Failed to update the task. Please try again.',
      todo: 'Failed to update the todo. Please try again.',
    },
    undoAlt: 'Press F8 to reach Undo while the message is shown',
    statusUndoAlt: 'Open the menu of the item to change it back',
  },

  deleteDialog: {
    title: { campaign: 'Delete campaign?', task: 'Delete task?', todo: 'Delete todo?' },
    text: (title: string) => `“${title}” will be deleted.`,
    withChildren: (count: number) =>
      `It contains ${plural(count, { one: 'item', other: 'items' })}. Deleted alone, they stay in your lists without it.`,
    onlyThis: 'Delete only this',
    withItems: (count: number) =>
      `Delete with its ${plural(count, { one: 'item', other: 'items' })}`,
    othersLose: (count: number) =>
      `${plural(count, { one: 'item of another person leaves', other: 'items of other people leave' })} your lists.`,
  },
};
