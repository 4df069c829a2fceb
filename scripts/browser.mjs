// @ts-check
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';
import { findProgram, installPackage, isProgram, onPath } from './programs.mjs';
import { runProgram } from './run-program.mjs';

/**
 * The arguments of every Chromium that we start: without a sandbox, so that root can start it; quiet; and
 * without the page that newer versions load behind the address bar of every window, which took as much time
 * as the page under test.
 */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup',
];

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellName = 'chromium-headless-shell';

/**
 * Finds a Chromium for tests: on the PATH, in its usual place, or downloaded by Playwright. If there
 * is none, installs Debian's package where apt works (as root), or else downloads Playwright's. If
 * FORAY_CHROMIUM is set, only the one that it names is used.
 * @param {{ log?: (line: string) => void, install?: boolean }} [options]
 * @returns {Promise<string | null>} the path of the program, or null if none can be found or
 * installed
 */
export async function findBrowser({ log = console.log, install = true } = {}) {
  const named = process.env.FORAY_CHROMIUM;
  if (named) return isProgram(named) ? named : null;
  const found = existingBrowser();
  if (found !== null || !install) return found;
  if (await installPackage('chromium', log)) {
    const installed = existingBrowser();
    if (installed !== null) return installed;
  }
  log('Downloading Playwright’s Chromium.');
  const program = playwrightProgram();
  if (program !== null) await runProgram(process.execPath, [program, 'install', 'chromium']);
  return existingBrowser();
}

/**
 * Finds the Chromium for tests that need none of its own user interface: the headless shell, which uses about
 * a fifth less of the machine, if it is on the PATH or can be installed; otherwise that of `findBrowser`.
 * @param {{ log?: (line: string) => void, install?: boolean }} [options]
 * @returns {Promise<string | null>}
 */
export async function findHeadlessBrowser({ log = console.log, install = true } = {}) {
  if (!process.env.FORAY_CHROMIUM) {
    const found = await findProgram(shellName, { log, install });
    if (found !== null) return found;
  }
  return findBrowser({ log, install });
}

/** @returns {string | null} */
function existingBrowser() {
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return [...onPath(chromiumNames), ...usual, ...playwrightDownload()].find(isProgram) ?? null;
}

/** Playwright knows where it stored, or would store, its own download. */
function playwrightDownload() {
  try {
    const playwright = createRequire(join(root, 'e2e/package.json'))('@playwright/test');
    return [playwright.chromium.executablePath()];
  } catch {
    return [];
  }
}

function playwrightProgram() {
  try {
    const require = createRequire(join(root, 'e2e/package.json'));
    const program = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
