import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/use-observable.ts';

const setting = new PersistedSetting<{ readonly isRead: boolean }>('typing-storage', {
  isRead: true,
});

/** Whether the words of a title are read during typing, kept in this browser; on at first. */
export const useReadsTyping = () => useObservable(setting).isRead;

/** Switches the reading on or off, here and in the other tabs. */
export function setReadsTyping(isRead: boolean): void {
  setting.set({ isRead });
}
