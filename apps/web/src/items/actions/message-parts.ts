export { sayNext } from './next-time.ts';
export { undoFromToast } from './undo.ts';
