/** What a toast says. An `action` is one press ('Undo'); it closes the toast. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string | undefined;
  readonly tone?: 'plain' | 'error' | undefined;
  readonly action?:
    | {
        readonly label: string;
        /** How else the same can be done, for people who cannot reach the toast in time. */
        readonly altText: string;
        readonly onAction: () => void;
      }
    | undefined;
}

/** A toast on screen or leaving it. `id` counts up. */
export interface ShownToast extends ToastContent {
  readonly id: number;
  readonly open: boolean;
}

/** How long a toast stays, in ms. */
export const toastDurationMs = 5000;
/** How far it must be swiped to the right to go, in px. */
export const toastSwipeThresholdPx = 50;
/** The key that brings the focus to it. */
export const toastHotkey = 'F8';
/** How long after its dismissal a toast is forgotten, in ms. */
export const toastRemoveDelayMs = 1_000_000;

let current: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function publish(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. Only one is shown at a time: a newer one takes the place of the older. */
export function toast(content: ToastContent): void {
  count += 1;
  publish({ ...content, id: count, open: true });
}

/** Lets toast `id` leave the screen; a newer one is left alone. */
export function dismissToast(id: number): void {
  if (current?.id === id && current.open) publish({ ...current, open: false });
}

/** Forgets whatever toast there is at once: what it said is no business of the next person. */
export function clearToast(): void {
  publish(null);
}

/** Forgets toast `id` for good, `toastRemoveDelayMs` after its dismissal. */
export function removeToast(id: number): void {
  if (current?.id === id) publish(null);
}

/** The toast that is shown or was shown last, for `useSyncExternalStore`. */
export function currentToast(): ShownToast | null {
  return current;
}

/** Calls `listener` after every change; returns how to stop. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
