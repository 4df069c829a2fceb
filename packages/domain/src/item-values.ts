/** The three kinds of item, from the biggest to the smallest. */
export const itemTypes = ['campaign', 'task', 'todo'] as const;
/** A campaign is a big goal, a task a piece of one, a todo the smallest action. It never changes. */
export type ItemType = (typeof itemTypes)[number];

/** The states of an item, in the order of its life (LIST-13). */
export const itemStatuses = ['pending', 'in_progress', 'completed'] as const;
/** pending is shown in Queue, in_progress in Active, completed in Completed. */
export type ItemStatus = (typeof itemStatuses)[number];

/** How much an item matters, from the least to the most; null where it is not set. */
export const priorities = ['low', 'medium', 'high'] as const;
export type Priority = (typeof priorities)[number];

/** What the days of a repeating item are counted from: its rule's start, or the day on which it is completed. */
export const repeatOrigins = ['due', 'completion'] as const;
export type RepeatOrigin = (typeof repeatOrigins)[number];

/** What a reader may do with an item, from the least to the most; see `rights.ts`. */
export const permissions = ['view', 'contribute', 'manage'] as const;
/** view: read; contribute: edit, assign, add children; manage: also move, delete, restore. */
export type Permission = (typeof permissions)[number];
