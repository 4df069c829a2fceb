/** Words of many screens, but not of the first one. */
export const words = {
  takesLong: 'This takes longer than usual.',
  cancel: 'Cancel',
  save: 'Save',
  delete: 'Delete',
  dismiss: 'Dismiss',
  undo: 'Undo',
  wrongYear: (field: string) => `${field}: choose a year from 1900 to 2200.`,
  retry: 'Try again',
  typeNames: { campaign: 'Campaign', task: 'Task', todo: 'Todo' },
  progressOf: (completed: number, total: number) => `${completed} of ${total}`,
  progressLabel: 'Progress',
  progressRemaining: (percent: number, remaining: number) =>
    `${percent}% complete, ${remaining} remaining`,
  toastLabel: 'Message',
  toastRegion: 'Messages ({hotkey})',
};
