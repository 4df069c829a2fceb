export { ChangedDialog } from './changed-dialog.tsx';
export { ConflictDialog } from './conflict-dialog.tsx';
