import { chromium, expect, test as base, type BrowserContext } from '@playwright/test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipTutorial } from './guest.ts';
import { TestPerson } from './person.ts';

/**
 * A separate Chromium with a profile on disk, which outlives the browser. It can be killed, as by a power
 * cut, and its localStorage restored to an earlier moment: that is the effect of a kill, since Chromium
 * writes localStorage to disk up to a minute late, and the test need not wait for that.
 */
export class OwnProfile {
  readonly #url: string;
  readonly #folder: string;
  #context: BrowserContext | null = null;

  private constructor(url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
  }

  /** An empty profile; the app is at `url`. */
  static async make(url: string): Promise<OwnProfile> {
    return new OwnProfile(url, await mkdtemp(join(tmpdir(), 'foray-profile-')));
  }

  /**
   * Starts the browser and opens the app. If it is `cutOff`, the page itself loads, but no request of the app
   * gets a response. Everybody has been through the tutorial, except a `newcomer`.
   */
  async open({ cutOff = false, newcomer = false } = {}): Promise<TestPerson> {
    const { launchOptions, contextOptions } = base.info().project.use;
    const context = await chromium.launchPersistentContext(join(this.#folder, 'profile'), {
      ...launchOptions,
      ...contextOptions,
      baseURL: this.#url,
      serviceWorkers: 'block',
    });
    this.#context = context;
    await TestPerson.prepare(context, newcomer ? undefined : skipTutorial);
    if (cutOff) await context.route(/\/(api|csrf-cookie)/, (route) => route.abort());
    return TestPerson.in(context);
  }

  /** Closes the browser as a user does: everything is written. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  /** Kills the browser and all of its processes at once: nothing more is written. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    if (context === null) return;
    const devtools = await context.browser()?.newBrowserCDPSession();
    if (devtools === undefined) throw new Error('the browser has no process');
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const own = processInfo.find(({ type }) => type === 'browser');
    if (own === undefined) throw new Error('the browser does not report its process');
    const closed = context.waitForEvent('close');
    // Playwright starts it as the leader of a process group.
    process.kill(-own.id, 'SIGKILL');
    await closed;
    await expect.poll(() => isAlive(own.id)).toBe(false);
  }

  /** Copies localStorage from the disk; the browser must be closed. */
  async copyLocalStorage(): Promise<string> {
    const copy = await mkdtemp(join(this.#folder, 'local-storage-'));
    await cp(this.#localStorage, copy, { recursive: true });
    return copy;
  }

  /** Puts a copy of localStorage back on the disk; the browser must be killed or closed. */
  async putLocalStorageBack(copy: string): Promise<void> {
    await rm(this.#localStorage, { recursive: true, force: true });
    await cp(copy, this.#localStorage, { recursive: true });
  }

  /** Ends the browser and removes the profile. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  get #localStorage(): string {
    return join(this.#folder, 'profile', 'Default', 'Local Storage');
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
