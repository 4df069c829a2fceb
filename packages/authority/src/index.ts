/** The server's decisions: use cases over a port of row primitives (sync.md, section 1). */
export * from './authority.ts';
export type { AuthorityLimits } from './authority-limits.ts';
export { EpochChanged } from './epoch-changed.ts';
export * from './rows.ts';
export * from './sample-people.ts';
export * from './store.ts';
export type { SignIn } from './account.ts';
export type { ImportAnswer, ImportedNumber } from './contacts.ts';
export { toldRuns } from './run-name.ts';
export { maxSearchResults } from './read-items.ts';
export type { StreamQuery } from './read-items.ts';
export type { Answer, Caller, CommandRequest } from './request.ts';
export type { ItemRequest, RequestPorts } from './run-request.ts';
