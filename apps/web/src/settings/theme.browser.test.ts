/// <reference types="@vitest/browser-playwright" />
import { cdp } from 'vitest/browser';
import { followTheme, setTheme } from './theme.ts';

const themeOfRoot = () =>
  ['light', 'dark'].filter((name) => document.documentElement.classList.contains(name));

async function preferBySystem(scheme: 'light' | 'dark'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  });
}

afterEach(() => preferBySystem('light'));

test('a theme that the root element already has is not set again, so that the page is not restyled', () => {
  setTheme('dark');
  followTheme()();
  const watch = new MutationObserver(() => undefined);
  watch.observe(document.documentElement, { attributes: true });
  followTheme()();
  expect(watch.takeRecords()).toEqual([]);
  setTheme('light');
  followTheme()();
  expect(watch.takeRecords()).not.toEqual([]);
  watch.disconnect();
  setTheme('system');
  followTheme()();
});

test('the root element has the same class before the first paint as after it', async () => {
  const file = await fetch(new URL('../../public/theme-boot.js', import.meta.url));
  const boot = await file.text();
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  for (const scheme of ['light', 'dark'] as const) {
    await preferBySystem(scheme);
    for (const theme of ['light', 'dark', 'system'] as const) {
      setTheme(theme);
      followTheme()();
      const after = themeOfRoot();
      document.documentElement.classList.remove('light', 'dark');
      // The file that index.html loads, which is not a module.
      const script = document.createElement('script');
      script.textContent = boot;
      document.head.append(script);
      script.remove();
      expect([scheme, theme, themeOfRoot()]).toEqual([scheme, theme, after]);
    }
  }
});
