/** The device's engine: user actions, the queue, runs, and the ports that adapters implement. */
export * from './action-unit.ts';
export * from './actions.ts';
export { discardRequest, retryRequest } from './attention.ts';
export type { Conflict } from './conflict.ts';
export * from './device.ts';
export * from './engine.ts';
export * from './guest-upgrade.ts';
export * from './local-item.ts';
export * from './meta.ts';
export * from './ports.ts';
export * from './queued-request.ts';
export { readNotifications } from './read-notifications.ts';
export type { Keep } from './resolve.ts';
export { restoreItem } from './restore.ts';
export type { SyncProblem } from './run-context.ts';
export * from './sign-out.ts';
export * from './triggers.ts';
export * from './upcast-request.ts';
