/** What only a signed-in user's data needs; see `lateCode`. */
export { createEngine, startTriggers } from '@foray/sync';
