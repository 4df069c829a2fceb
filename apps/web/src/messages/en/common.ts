import { product } from '../product.ts';

/** The three types of an item in the middle of a sentence. */
export const types = { campaign: 'campaign', task: 'task', todo: 'todo' } as const;

/** Words used on many screens. */
export const common = {
  product,
  takesLong: 'This takes longer than usual.',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  dismiss: 'Dismiss',
  undo: 'Undo',
  retry: 'Try again',
  previous: 'Previous',
  next: 'Next',
  loading: 'Loading...',
  error: 'Error',
  types,
  typeNames: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
  counter: (length: number, max: number) => `${length}/${max}`,
  counterSpoken: (length: number, max: number) => `${length} of ${max} characters`,
  progressOf: (completed: number, total: number) => `${completed} of ${total}`,
  progressLabel: 'Progress',
  progressRemaining: (percent: number, remaining: number) =>
    `${percent}% complete, ${remaining} remaining`,
  toastLabel: 'Message',
  toastRegion: 'Messages ({hotkey})',
};
