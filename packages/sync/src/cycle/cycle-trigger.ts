/** Why a run was asked for; start and Sync Now also try again what server errors parked. */
export type CycleTrigger =
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'action'
  | 'event'
  | 'sync_now';

/** Whether what waits for its next try goes at once: somebody asked, or the network is back. */
export function isUrgent(trigger: CycleTrigger): boolean {
  return trigger === 'start' || trigger === 'online' || trigger === 'sync_now';
}
