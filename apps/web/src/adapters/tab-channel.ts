import type { LocalChange } from '@foray/sync';

/** Carries committed changes between the tabs of one account. */
export interface TabChannel {
  send(change: LocalChange): void;
  close(): void;
}

/** Joins the other tabs of a database; `onChange` gets their changes, never one's own. */
export function openTabChannel(name: string, onChange: (change: LocalChange) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<LocalChange>) => onChange(event.data);
  return { send: (change) => channel.postMessage(change), close: () => channel.close() };
}
