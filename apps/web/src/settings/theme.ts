import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { useObservable } from '../state/observable.ts';

/** The themes that a person can choose; system follows the operating system. */
export type Theme = 'light' | 'dark' | 'system';

/**
 * The chosen theme, stored in this browser; `public/theme-boot.js` reads the same entry before the first
 * paint.
 */
const setting = new PersistedSetting<{ readonly theme: Theme }>('theme-storage', {
  theme: 'system',
});

const chosenTheme = (): Theme => setting.get().theme;

/** The chosen theme, in a component. */
export const useTheme = () => useObservable(setting).theme;

/** Chooses a theme, here and in the other tabs. */
export function setTheme(theme: Theme): void {
  setting.set({ theme });
}

/** The class on the root element for a choice. */
function themeClass(theme: Theme, prefersDark: boolean): 'light' | 'dark' {
  return theme === 'dark' || (theme !== 'light' && prefersDark) ? 'dark' : 'light';
}

/** Keeps the root element's class in line with the choice and, for system, with the operating system. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const root = document.documentElement;
    const wanted = themeClass(chosenTheme(), system.matches);
    // The boot script has usually set the class before the first paint, and the page need not be styled
    // again.
    if (root.classList.contains(wanted)) return;
    root.classList.remove('light', 'dark');
    root.classList.add(wanted);
    const canvas = getComputedStyle(root).getPropertyValue('--color-canvas').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  };
  apply();
  system.addEventListener('change', apply);
  const stop = setting.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    stop();
  };
}
