export { QuickAddFields, UnstoredDrafts } from './quick-add-fields.tsx';
export { storeQuickAdd } from './store-quick-add.ts';
