import type { LocalChange } from '@foray/sync';

/** Carries committed changes between the tabs of one account. */
export interface TabChannel {
  /** Does nothing once it is closed: the other tabs then receive the change with their next read. */
  send(change: LocalChange): void;
  close(): void;
}

/** Joins the other tabs of a database; `onChange` receives their changes, never this tab's own. */
export function openTabChannel(name: string, onChange: (change: LocalChange) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<LocalChange>) => onChange(event.data);
  let isOpen = true;
  return {
    send: (change) => {
      if (isOpen) channel.postMessage(change);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
