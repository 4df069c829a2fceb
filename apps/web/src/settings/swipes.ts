import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/observable.ts';

const setting = new PersistedSetting<{ readonly isOn: boolean }>('swipes-storage', { isOn: true });

/** Whether rows can be swiped on touch screens, stored in this browser; on at first. */
export const useSwipes = (): boolean => useObservable(setting).isOn;

/** Switches the swipes on or off, here and in the other tabs. */
export function setSwipes(isOn: boolean): void {
  setting.set({ isOn });
}
