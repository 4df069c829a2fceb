export { QuickAddFields, UnstoredDrafts } from './quick-add-fields.tsx';
export { storeQuickAdd } from './store-quick-add.ts';
export { readWhenLoaded } from './read-when-loaded.ts';
