import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser, skipOnboarding } from './bench-browser.ts';
import { startItemServer } from './item-server.ts';
import type { ItemServer } from './item-server.ts';

/** The real server, a real Chromium, and a file on disk for somebody to choose in it. */
export class AppWithFile {
  /** Where the file is. */
  readonly file: string;
  readonly #server: ItemServer;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(server: ItemServer, browser: Browser, folder: string, file: string) {
    this.#server = server;
    this.#browser = browser;
    this.#folder = folder;
    this.file = file;
  }

  /** Starts both and writes the file. */
  static async start(name: string, content: string): Promise<AppWithFile> {
    const server = await startItemServer();
    const browser = await launchBrowser();
    const folder = await mkdtemp(join(tmpdir(), 'foray-bench-'));
    const file = join(folder, name);
    await writeFile(file, content);
    return new AppWithFile(server, browser, folder, file);
  }

  /** An empty page in a browser of its own, of somebody who has seen the tour. */
  async newPage(): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.#server.url,
      serviceWorkers: 'block',
    });
    await skipOnboarding(context);
    return context.newPage();
  }

  /** Ends the browser and the server, and removes the file. */
  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
