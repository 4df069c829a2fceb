/** The server's decisions: use cases over a port of row primitives (sync.md, section 1). */
export * from './authority.ts';
export type { AuthorityLimits } from './store/authority-limits.ts';
export { EpochChanged } from './epochs/epoch-changed.ts';
export * from './store/rows.ts';
export * from './store/sample-people.ts';
export * from './store/store.ts';
export type { SignIn } from './account/account.ts';
export type { ImportAnswer, ImportedNumber } from './account/contacts.ts';
export { toldRuns } from './epochs/database-run.ts';
export { maxSearchResults } from './queries/read-items.ts';
export type { StreamQuery } from './queries/read-items.ts';
export type { Answer, Caller, CommandRequest } from './store/request.ts';
export type { ItemRequest, RequestPorts } from './commands/run-request.ts';
