import { createPersisted } from '../adapters/persisted-setting.ts';

/** What a person can choose; system follows the operating system. */
export type Theme = 'light' | 'dark' | 'system';

interface ThemeSetting {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

/** The chosen theme, kept in this browser; `public/theme-boot.js` reads the same entry before the first paint. */
export const useTheme = createPersisted<ThemeSetting, Pick<ThemeSetting, 'theme'>>(
  'theme-storage',
  ({ theme }) => ({ theme }),
  (set) => ({ theme: 'system', setTheme: (theme) => set({ theme }) }),
);

/** The class that a choice puts on the root element. */
function themeClass(theme: Theme, prefersDark: boolean): 'light' | 'dark' {
  return theme === 'system' ? (prefersDark ? 'dark' : 'light') : theme;
}

/** Keeps the root element's class as chosen and, for system, as the operating system changes. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const root = document.documentElement;
    const wanted = themeClass(useTheme.getState().theme, system.matches);
    root.classList.remove('light', 'dark');
    root.classList.add(wanted);
    const canvas = getComputedStyle(root).getPropertyValue('--color-canvas').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  };
  apply();
  system.addEventListener('change', apply);
  const stop = useTheme.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    stop();
  };
}
