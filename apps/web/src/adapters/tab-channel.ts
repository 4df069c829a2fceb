import type { LocalChange } from '@foray/sync';

/** Carries committed changes between the tabs of one account. */
export interface TabChannel {
  /** Does nothing once it is closed: what is committed then reaches the other tabs with what they read next. */
  send(change: LocalChange): void;
  close(): void;
}

/** Joins the other tabs of a database; `onChange` gets their changes, never one's own. */
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
