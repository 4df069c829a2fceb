/** Why a sync cycle was requested; start and Sync Now also retry what is blocked by server errors. */
export type CycleTrigger =
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'action'
  | 'event'
  | 'sync_now';

/** Whether delayed retries are sent at once: the user asked for it, or the network is back. */
export function isUrgent(trigger: CycleTrigger): boolean {
  return trigger === 'start' || trigger === 'online' || trigger === 'sync_now';
}
