import { plural, shortTitle } from '../../format.ts';

/** A single item wherever it appears: its fields, its menu, its dialogs and toasts. */
export const items = {
  /** The labels of the fields in forms. */
  fields: {
    title: 'Title',
    description: 'Description',
    assigned_to: 'Assignee',
    due_date: 'Due date',
    due_time: 'Due time',
    end_date: 'End date',
    priority: 'Priority',
    labels: 'Labels',
  },

  item: {
    status: (status: string) => `Status: ${status}`,
    statusLabels: {
      pending: 'pending',
      in_progress: 'in progress',
      completed: 'completed',
    },
    due: (date: string) => `Due: ${date}`,
    atTime: (date: string, time: string) => `${date}, ${time}`,
    overdue: (date: string) => `Due: ${date}, overdue`,
    overdueSince: (date: string) => `${date}, overdue`,
    createdBy: (name: string) => `Created by: ${name}`,
    assignedTo: (name: string) => `Assigned to: ${name}`,
    unassigned: 'Unassigned',
    inParent: (parent: string) => `in ${parent}`,
    since: {
      added: (day: string) => `Added ${day}`,
      changed: (day: string) => `Changed ${day}`,
      completed: (day: string) => `Completed ${day}`,
    },
    pendingSync: 'Pending sync',
    needsAttention: 'Needs attention',
    conflict: 'Conflict',
    readOnly: 'Read only',
    untitled: 'Untitled',
    editTitle: 'Edit title',
    details: 'Details',
    detailsNamed: (title: string) => `Details of ${title}`,
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    linkNotCopied: 'The link could not be copied.',
    completeNamed: (title: string) => `Complete ${title}`,
    reopenNamed: (title: string) => `Reopen ${title}`,
    moreNamed: (title: string) => `More actions for ${title}`,
    assignNamed: (title: string) => `Assign ${title}`,
    assignNow: (title: string, name: string) => `Assign ${title}. Assigned to: ${name}`,
    start: 'Start',
    moveToQueue: 'Move to queue',
    complete: 'Complete',
    reopen: 'Reopen',
    skip: 'Skip this time',
    open: 'Open',
    edit: 'Edit',
    date: 'Date…',
    setLabels: 'Labels…',
    assign: 'Assign to',
    assignMore: 'Find someone…',
    assignSearch: 'Search people...',
    assignNobody: (query: string) => `Nobody found for "${query}"`,
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
    staysInRoot: 'Only the person who made it can move it elsewhere.',
    campaignStays: 'A campaign is always at the top level.',
    gone: 'This item is not here any more.',
    labels: (names: string) => `Labels: ${names}`,
    noPriority: 'None',
    priorities: { low: 'Low', medium: 'Medium', high: 'High' },
    priority: { low: 'Low priority', medium: 'Medium priority', high: 'High priority' },
    goneWhileEdited: 'This item is not here any more. Copy what you have typed before you close.',
    editNamed: { campaign: 'Edit campaign', task: 'Edit task', todo: 'Edit todo' },
    assignTitle: (title: string) => `Assign “${title}”`,
    about: 'About',
    statusSaid: {
      pending: (title: string) => `“${shortTitle(title)}” is in your queue.`,
      in_progress: (title: string) => `“${shortTitle(title)}” is started.`,
      completed: (title: string) => `“${shortTitle(title)}” is completed.`,
    },
    notAllowed: 'You can only view this item.',
    notManaged: 'You can change this item, but not delete or move it.',
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
    removed: (name: string) => `${name} removed`,
  },
};
