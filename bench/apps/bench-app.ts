/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startItemServer, type ItemServer } from './item-server.ts';

/** The real server, a real Chromium, and files on disk to choose in it. */
export class BenchApp {
  readonly server: ItemServer;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(server: ItemServer, browser: Browser, folder: string) {
    this.server = server;
    this.#browser = browser;
    this.#folder = folder;
  }

  /** Starts both; the script that runs the benchmarks names the Chromium. */
  static async start(): Promise<BenchApp> {
    const server = await startItemServer();
    const executablePath = process.env['FORAY_CHROMIUM'];
    const args = (process.env['FORAY_CHROMIUM_ARGS'] ?? '').split(' ').filter(Boolean);
    const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
    return new BenchApp(server, browser, await mkdtemp(join(tmpdir(), 'foray-bench-')));
  }

  /** Writes a file and returns its path. */
  async fileWith(name: string, content: string): Promise<string> {
    const file = join(this.#folder, name);
    await writeFile(file, content);
    return file;
  }

  /** A browser of its own, for a person who has seen the tour; by default without a service worker. */
  async newContext(serviceWorkers: 'allow' | 'block' = 'block'): Promise<BrowserContext> {
    const baseURL = this.server.url;
    const context = await this.#browser.newContext({ baseURL, serviceWorkers });
    await context.addInitScript(() => {
      const state = {
        hasCompletedOnboarding: true,
        currentStep: 0,
        skippedAt: '2026-01-01T00:00:00.000Z',
        completedAt: null,
      };
      localStorage.setItem('onboarding-storage', JSON.stringify({ state, version: 0 }));
    });
    return context;
  }

  /** An empty page in a browser of its own. */
  async newPage(): Promise<Page> {
    return (await this.newContext()).newPage();
  }

  /** Ends the browser and the server, and removes the files. */
  async stop(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Signs somebody in by the app's own screen. */
export async function signIn(
  page: Page,
  who: { readonly phone: string; readonly name: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(who.phone);
  await page.getByRole('textbox', { name: 'Name' }).fill(who.name);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}
