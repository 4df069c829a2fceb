import { messages } from '../../messages/messages.ts';
import { Observable, useObservable } from '../../state/observable.ts';

/** The content of a toast. An `action` is a single press ('Undo'), which closes the toast. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone?: 'plain' | 'error' | undefined;
  readonly action?:
    | {
        readonly label: string;
        /** Another way to do the same, for people who cannot reach the toast in time. */
        readonly altText: string;
        readonly onAction: () => void;
      }
    | undefined;
}

/** A toast that is visible or fading out. `id` increases. */
export interface ShownToast extends ToastContent {
  readonly id: number;
  readonly open: boolean;
}

/** The time for which a toast stays, in ms. */
export const toastDurationMs = 5000;
/** The distance of a swipe to the right that dismisses it, in px. */
export const toastSwipeThresholdPx = 50;
/** The key that moves the focus to the toast. */
export const toastHotkey = 'F8';
/** The time from its dismissal to its removal, in ms. */
export const toastRemoveDelayMs = 1_000_000;

const last = new Observable<ShownToast | null>(null);

/** The toast that is shown or was shown last; null after it is removed. */
export const useToast = () => useObservable(last);
let count = 0;

const place = new Observable<HTMLElement | null>(null);

/**
 * The element of a screen in which toasts appear, so that they cover nothing; null for the usual
 * place.
 */
export const useToastPlace = () => useObservable(place);

/** As the `ref` of an element: toasts appear in it while it is there. */
export function setToastPlace(element: HTMLElement | null): void {
  place.set(element);
}

/** Shows a toast. Only one is shown at a time: a newer one replaces the older. */
export function toast(content: ToastContent): void {
  count += 1;
  last.set({ ...content, id: count, open: true });
}

/** Shows a toast in the tone of an error. */
export function toastError(description: string, title: string = messages.error): void {
  toast({ tone: 'error', title, description });
}

/** Closes toast `id`; a newer one stays. */
export function dismissToast(id: number): void {
  const current = currentToast();
  if (current?.id === id && current.open) last.set({ ...current, open: false });
}

/** Removes any toast at once, so that the next user of this browser does not read it. */
export function clearToast(): void {
  last.set(null);
}

/** Removes toast `id`, `toastRemoveDelayMs` after its dismissal. */
export function removeToast(id: number): void {
  if (currentToast()?.id === id) clearToast();
}

/** The value of `useToast`, outside of a component. */
export function currentToast(): ShownToast | null {
  return last.get();
}
