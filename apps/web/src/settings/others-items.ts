import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/use-observable.ts';

const setting = new PersistedSetting<{ readonly isShown: boolean }>('others-storage', {
  isShown: false,
});

/** Whether Today and Upcoming show the items that others do for the user too, stored in this browser. */
export const useShowsOthers = (): boolean => useObservable(setting).isShown;

/** Shows the items that others do for the user, or leaves them out, here and in the other tabs. */
export function setShowsOthers(isShown: boolean): void {
  setting.set({ isShown });
}
