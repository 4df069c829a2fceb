import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/use-observable.ts';

const setting = new PersistedSetting<{ readonly isHidden: boolean }>('completed-storage', {
  isHidden: false,
});

/** Whether Home and the pages of items hide completed items, stored in this browser; off at first. */
export const useHidesCompleted = (): boolean => useObservable(setting).isHidden;

/** Hides completed items, or shows them again, here and in the other tabs. */
export function setHidesCompleted(isHidden: boolean): void {
  setting.set({ isHidden });
}
