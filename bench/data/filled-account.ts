/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { BenchApp, signIn } from '../apps/bench-app.ts';
import { filledItems } from '../apps/item-server.ts';
import { storedRows, watchRows } from './stored-rows.ts';

const who = { phone: '+15553300001', name: 'Ada' };

/** The real server with 10,000 items of one person, and a real Chromium. */
export class FilledAccount {
  readonly #app: BenchApp;
  #userId = 0;

  private constructor(app: BenchApp) {
    this.#app = app;
  }

  /** Starts both and gives the person their items. */
  static async start(): Promise<FilledAccount> {
    const account = new FilledAccount(await BenchApp.start());
    const page = await account.signedIn();
    const me = await page.request.get('/api/me');
    account.#userId = ((await me.json()) as { user: { id: number } }).user.id;
    await page.context().close();
    await account.#app.server.fill(account.#userId);
    return account;
  }

  /** Ends the browser and the server. */
  stop(): Promise<void> {
    return this.#app.stop();
  }

  /** The name of the person's database on a device. */
  get databaseName(): string {
    return `foray-${this.#userId}`;
  }

  /** Another device changes 1,000 of the items. */
  changeThousand(): Promise<void> {
    return this.#app.server.changeThousand(this.#userId);
  }

  /** A separate browser with a session, at a page outside the app. */
  async signedIn(): Promise<Page> {
    const page = await this.#app.newPage();
    await page.goto('/api/config');
    await page.evaluate(async (body) => {
      await fetch('/csrf-cookie');
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '');
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
      await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(body) });
    }, who);
    return page;
  }

  /** Signs in on the app's own screen, in a browser where it was never open. */
  async newDevice(): Promise<Page> {
    const context = await this.#app.newContext();
    await watchRows(context);
    const page = await context.newPage();
    await signIn(page, who);
    return page;
  }

  /** The app in a browser that has all items and shows the list of pending ones. */
  async openList(): Promise<Page> {
    const page = await this.newDevice();
    await storedRows(page, filledItems);
    await page.goto('/queue');
    await page.getByRole('main').getByText('Measure the tide').first().waitFor();
    return page;
  }
}
