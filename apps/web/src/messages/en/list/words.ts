/** Words of lists and of later screens. */
export const words = {
  undo: 'Undo',
  progressOf: (completed: number, total: number) => `${completed} of ${total}`,
  progressLabel: 'Progress',
};
