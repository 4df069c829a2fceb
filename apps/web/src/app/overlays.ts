import { useSyncExternalStore } from 'react';
import { holdsUnsavedText } from '../ui/unsaved-text.ts';

/** The layers that can be opened from anywhere; at most one of them is open. */
export type Overlay = 'search' | 'create' | 'keyboard-help';

let open: Overlay | null = null;
const listeners = new Set<() => void>();

function set(next: Overlay | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/**
 * Opens a global layer in place of any other, unless that would hide what somebody is typing. What was
 * typed into Create New Item is kept, and there again when it is opened the next time.
 */
export function openOverlay(overlay: Overlay): void {
  if (open === 'create' || !holdsUnsavedText(document)) set(overlay);
}

/** Closes whatever global layer is open. */
export function closeOverlay(): void {
  set(null);
}

/** The global layer that is open, or null. */
export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
