import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/observable.ts';

/** The paths of the screens with which the app can open; the first is the default. */
export const startPaths = ['/', '/today', '/upcoming', '/my-list', '/queue', '/active'] as const;

/** One of `startPaths`. */
export type StartPath = (typeof startPaths)[number];

/**
 * The path that an opened app shows in place of Home, stored in this browser; `public/theme-boot.js` reads
 * the same entry before any other script runs.
 */
const setting = new PersistedSetting<{ readonly path: StartPath }>('start-storage', { path: '/' });

/** The chosen start screen, in a component. */
export const useStartPath = (): StartPath => useObservable(setting).path;

/** Chooses the start screen, here and in the other tabs. */
export function setStartPath(path: StartPath): void {
  setting.set({ path });
}
