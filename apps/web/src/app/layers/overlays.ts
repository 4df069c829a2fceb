import { Observable, useObservable } from '../../state/observable.ts';
import { holdsUnsavedText } from '../../ui/interaction/unsaved-text.ts';

/** The layers that can be opened from anywhere; at most one of them is open. */
export type Overlay = 'search' | 'create' | 'keyboard-help';

const open = new Observable<Overlay | null>(null);

/** The global layer that is open, or null. */
export const useOverlay = () => useObservable(open);

/**
 * Opens a global layer in place of any other, unless that would hide text that is being typed. Text typed
 * into Create New Item is kept until it is opened again.
 */
export function openOverlay(overlay: Overlay): void {
  if (open.get() === 'create' || !holdsUnsavedText(document)) open.set(overlay);
}

/** Closes the open global layer, if any. */
export function closeOverlay(): void {
  open.set(null);
}
