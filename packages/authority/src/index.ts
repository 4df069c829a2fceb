export * from './rows.ts';
export * from './sample-people.ts';
export * from './store.ts';
