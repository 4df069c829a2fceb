import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/observable.ts';

const setting = new PersistedSetting<{ readonly isRead: boolean }>('typing-storage', {
  isRead: true,
});

/** Whether words of a title are recognised during typing, stored in this browser; on at first. */
export const useReadsTyping = () => useObservable(setting).isRead;

/** See {@link useReadsTyping}, outside of a component. */
export const readsTyping = (): boolean => setting.get().isRead;

/** Switches the recognition on or off, here and in the other tabs. */
export function setReadsTyping(isRead: boolean): void {
  setting.set({ isRead });
}
