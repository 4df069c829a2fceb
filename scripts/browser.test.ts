import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from './browser.mjs';

afterEach(() => vi.unstubAllEnvs());

test('a browser that is named is taken, and none instead of it', async () => {
  vi.stubEnv('FORAY_CHROMIUM', process.execPath);
  expect(await findBrowser()).toBe(process.execPath);
  vi.stubEnv('FORAY_CHROMIUM', '/nowhere/chromium');
  expect(await findBrowser()).toBe(null);
});

test('without a browser, and not to install one, there is none', async () => {
  vi.stubEnv('FORAY_CHROMIUM', '');
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', '/nowhere');
  // Elsewhere than on Linux browsers stand in usual places, which no variable hides.
  if (process.platform === 'linux') expect(await findBrowser({ install: false })).toBe(null);
});
