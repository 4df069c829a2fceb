import type { Priority } from '@foray/domain';

/** The colour class of the mark of each priority; its shape differs too, and words are beside it. */
export const priorityMarks: Readonly<Record<Priority, string>> = {
  low: 'text-low',
  medium: 'text-medium',
  high: 'text-high',
};
