export { LeavingRow } from './leaving-row.tsx';
export { InsideNote, TabCount } from './tab-counts.tsx';
