/// <reference types="@vitest/browser-playwright" />
import { cdp, page } from 'vitest/browser';
import { heading, main, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

/** The theme of the page by its classes, exactly one of which is set. */
const themes = () =>
  ['light', 'dark'].filter((name) => document.documentElement.classList.contains(name));
const press = (name: string) => main.getByText(name, { exact: true }).click();

async function preferBySystem(scheme: 'light' | 'dark'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
}

test('[PREF-01] [THEME-01] the theme is light, dark or the system’s, is remembered, and follows the system', async () => {
  onTestFinished(() => preferBySystem('light'));
  const app = await openApp('/preferences');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  for (const name of ['Light', 'Dark', 'System']) {
    await expect.element(radio(name)).toBeVisible();
  }
  await expect.element(radio('System')).toBeChecked();
  for (const scheme of ['dark', 'light'] as const) {
    await preferBySystem(scheme);
    await expect.poll(themes).toEqual([scheme]);
  }
  await press('Dark');
  await expect.poll(themes).toEqual(['dark']);
  await app.reopen();
  await expect.element(radio('Dark')).toBeChecked();
  expect(themes()).toEqual(['dark']);
  const kept = JSON.parse(localStorage.getItem('theme-storage') ?? '{}');
  expect(kept.state).toEqual({ theme: 'dark' });
  await press('Light');
  await preferBySystem('dark');
  await expect.poll(themes).toEqual(['light']);
});

test('guests are warned if the browser may erase their data, with a remedy', async () => {
  const storage = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false);
  onTestFinished(() => {
    storage.mockRestore();
    persist.mockRestore();
  });
  await openApp('/preferences');
  await expect.element(heading('Preferences')).toBeVisible();
  const warning = page.getByText('The browser may erase your items');
  const ask = page.getByRole('button', { name: 'Ask the browser to keep them' });
  await expect.element(warning).toBeVisible();
  await ask.click();
  await expect.element(toast).toHaveTextContent('The browser did not agree.');
  persist.mockResolvedValue(true);
  await ask.click();
  await expect.element(toast).toHaveTextContent('The browser keeps your items now.');
  await expect.element(warning).not.toBeInTheDocument();
});
