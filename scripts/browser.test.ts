import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findHeadlessBrowser } from './browser.mjs';

afterEach(() => vi.unstubAllEnvs());

test('a browser given by name is used, and no other', async () => {
  vi.stubEnv('FORAY_CHROMIUM', process.execPath);
  expect(await findBrowser()).toBe(process.execPath);
  vi.stubEnv('FORAY_CHROMIUM', '/nowhere/chromium');
  expect(await findBrowser()).toBe(null);
});

test('no browser is found if there is none and none may be installed', async () => {
  vi.stubEnv('FORAY_CHROMIUM', '');
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', '/nowhere');
  // On other systems browsers are in usual places, which no variable hides.
  if (process.platform === 'linux') expect(await findBrowser({ install: false })).toBe(null);
});

test('most tests run in the browser given by name, or else in the headless shell if there is one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foray-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('FORAY_CHROMIUM', '');
  vi.stubEnv('PATH', folder);
  symlinkSync(process.execPath, join(folder, 'chromium'));
  expect(await findHeadlessBrowser({ install: false })).toBe(join(folder, 'chromium'));
  symlinkSync(process.execPath, join(folder, 'chromium-headless-shell'));
  expect(await findHeadlessBrowser({ install: false })).toBe(
    join(folder, 'chromium-headless-shell'),
  );
  expect(await findBrowser({ install: false })).toBe(join(folder, 'chromium'));
  vi.stubEnv('FORAY_CHROMIUM', process.execPath);
  expect(await findHeadlessBrowser()).toBe(process.execPath);
});
