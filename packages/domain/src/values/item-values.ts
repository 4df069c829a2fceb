/** The three kinds of item, from biggest to smallest. */
export const itemTypes = ['campaign', 'task', 'todo'] as const;
/**
 * A campaign is a big goal, a task a part of one, a todo the smallest action. The type of an item never
 * changes.
 */
export type ItemType = (typeof itemTypes)[number];

/** The states of an item, in the order in which it passes through them (LIST-13). */
export const itemStatuses = ['pending', 'in_progress', 'completed'] as const;
/** pending is shown in Queue, in_progress in Active, completed in Completed. */
export type ItemStatus = (typeof itemStatuses)[number];

/** The priority of an item, from lowest to highest; null if it is not set. */
export const priorities = ['low', 'medium', 'high'] as const;
export type Priority = (typeof priorities)[number];

/** The origin of a repeating item's days: its rule's start, or the day of its completion. */
export const repeatOrigins = ['due', 'completion'] as const;
export type RepeatOrigin = (typeof repeatOrigins)[number];

/** The rights of a reader on an item, from least to most; see `rights.ts`. */
export const permissions = ['view', 'contribute', 'manage'] as const;
/** view: read; contribute: edit, assign, add children; manage: also move, delete, restore. */
export type Permission = (typeof permissions)[number];
