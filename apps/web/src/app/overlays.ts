import { create } from 'zustand';
import { holdsUnsavedText } from '../ui/unsaved-text.ts';

/** The layers that can be opened from anywhere; at most one of them is open. */
export type Overlay = 'search' | 'create' | 'keyboard-help';

/** The global layer that is open, or null. */
export const useOverlay = create<Overlay | null>(() => null);

/**
 * Opens a global layer in place of any other, unless that would hide text that is being typed. Text
 * typed into Create New Item is kept, and is there when it is opened the next time.
 */
export function openOverlay(overlay: Overlay): void {
  if (useOverlay.getState() === 'create' || !holdsUnsavedText(document))
    useOverlay.setState(overlay);
}

/** Closes whatever global layer is open. */
export function closeOverlay(): void {
  useOverlay.setState(null);
}
