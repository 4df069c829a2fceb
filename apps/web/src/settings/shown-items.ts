import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/observable.ts';

const completed = new PersistedSetting<{ readonly isHidden: boolean }>('completed-storage', {
  isHidden: false,
});

/** Whether Home and the pages of items hide completed items, stored in this browser; off at first. */
export const useHidesCompleted = (): boolean => useObservable(completed).isHidden;

/** Hides completed items, or shows them again, here and in the other tabs. */
export function setHidesCompleted(isHidden: boolean): void {
  completed.set({ isHidden });
}

const ofOthers = new PersistedSetting<{ readonly isShown: boolean }>('others-storage', {
  isShown: false,
});

/** Whether Today and Upcoming show the items that others do for the user too, stored in this browser. */
export const useShowsOthers = (): boolean => useObservable(ofOthers).isShown;

/** Shows the items that others do for the user, or leaves them out, here and in the other tabs. */
export function setShowsOthers(isShown: boolean): void {
  ofOthers.set({ isShown });
}
