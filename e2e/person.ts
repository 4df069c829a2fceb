import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { antiForgery } from './anti-forgery.ts';
import { storedRows, untilStored } from './stored-rows.ts';
import { stretchTimer } from './stretch-timer.ts';

type Kind = 'campaign' | 'task' | 'todo';

/** By default Playwright polls once a second, which would be most of the time of many tests. */
const often = { intervals: [50, 100] };

/** A user with a separate browser, who does only what can be done on the screen. */
export class TestPerson {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings of the console, which a test may require to be empty. */
  readonly complaints: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      // Playwright logs this itself when a test blocks service workers.
      if (message.text().startsWith('Service Worker registration blocked')) return;
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** Opens a new browser context at the server's first page; the scripts run in it before the app. */
  static async at(
    browser: Browser,
    url: string,
    ...prepare: readonly ((() => void) | undefined)[]
  ): Promise<TestPerson> {
    const context = await browser.newContext({ baseURL: url });
    await TestPerson.prepare(context, ...prepare);
    return TestPerson.in(context);
  }

  /** Prepares every page of a browser context for a person; the scripts run before the app. */
  static async prepare(
    context: BrowserContext,
    ...scripts: readonly ((() => void) | undefined)[]
  ): Promise<void> {
    await context.addInitScript(noteCelebration);
    // A message disappears after 5 seconds.
    await context.addInitScript(stretchTimer, { fromMs: 5_000, toMs: 12_000 });
    for (const script of scripts) if (script) await context.addInitScript(script);
  }

  /** Opens the first page in an existing browser context. */
  static async in(context: BrowserContext): Promise<TestPerson> {
    const person = new TestPerson(context, await context.newPage());
    await person.page.goto('/');
    return person;
  }

  /** Goes through the tutorial without an account. */
  async continueWithoutAccount(): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'Next' }).click();
    await page
      .getByRole('radio', { name: /Continue Without Account/ })
      .or(page.getByRole('button', { name: /Continue Without Account/ }))
      .first()
      .click();
    const finish = page.getByRole('button', { name: 'Get Started' });
    await page.getByRole('button', { name: 'Next' }).click();
    for (const step of [2, 3, 4]) {
      await expect(page.getByText(`Step ${step} of 5`, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await finish.click();
    await expect(page).toHaveURL(/\/$/);
  }

  /** Waits until the app could be opened without a network. */
  async readyForOffline(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
        if (navigator.serviceWorker.controller) resolve();
      });
    });
  }

  /** Adds an item with the quick-add card of the open page, and waits until it is durable. */
  async quickAdd(kind: Kind, title: string): Promise<void> {
    const { page } = this;
    const card = page.getByRole('form', { name: 'Quick add' });
    const field = card.getByRole('textbox', { name: 'Title' });
    await field.click();
    const tab = card.getByRole('tab', { name: kind, exact: false });
    if ((await tab.count()) > 0) await tab.click();
    await field.fill(title);
    await card.getByRole('button', { name: `Add ${kind}` }).click();
    await expect(field).toHaveValue('');
    await expect(this.row(title)).toBeVisible();
  }

  /** Opens the page of a visible campaign or task. */
  async open(title: string): Promise<void> {
    await this.page.getByRole('link', { name: title, exact: true }).click();
    await expect(this.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }

  /** The row or card of a visible item. */
  row(title: string): Locator {
    const lines = this.page.getByRole('main').getByRole('listitem');
    return lines.filter({ has: this.page.getByText(title, { exact: true }) });
  }

  /** Completes or reopens a visible item. */
  async toggle(title: string): Promise<void> {
    await this.row(title)
      .getByRole('button', { name: /^(Complete|Reopen) / })
      .click();
  }

  /** Completes a visible item, and waits until that is durable. */
  async complete(title: string): Promise<void> {
    const icon = this.row(title).getByRole('button', { name: `Complete ${title}`, exact: true });
    await icon.click();
    await expect(icon).toHaveCount(0);
    await untilStored(this.page);
  }

  /** Renames a visible todo in place. */
  async rename(title: string, next: string): Promise<void> {
    await this.row(title).getByRole('button', { name: title, exact: true }).click();
    const editor = this.page.getByRole('textbox', { name: 'Edit title' });
    await editor.fill(next);
    await editor.press('Enter');
    await expect(this.row(next)).toBeVisible();
    await untilStored(this.page);
  }

  /** Chooses an entry of the menu of a visible item. */
  async choose(title: string, entry: string): Promise<void> {
    await this.page.getByRole('button', { name: `More actions for ${title}` }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** The titles of the visible list, from the top. */
  titles(): Promise<string[]> {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .locator('[data-control=title], p:first-child')
      .allInnerTexts();
  }

  /** A colour of the theme as the browser computes it. */
  colour(token: string): Promise<string> {
    return this.page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, token);
  }

  /** Deletes a visible todo. */
  async remove(title: string): Promise<void> {
    await this.row(title)
      .getByRole('button', { name: `More actions for ${title}` })
      .click();
    await this.page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(this.row(title)).toHaveCount(0);
    await untilStored(this.page);
  }

  /** Signs in with the header's button if there is one, else at its address. */
  async signIn(phone: string, name: string): Promise<void> {
    const { page } = this;
    const button = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
    if (await button.isVisible()) await button.click();
    else await page.goto('/login');
    await this.fillSignIn(phone, name);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/$/);
  }

  /** Fills the open sign-in form. */
  async fillSignIn(phone: string, name: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
  }

  /** Signs in for the first time in this browser, and passes the celebration. */
  async arrive(phone: string, name: string): Promise<void> {
    await this.signIn(phone, name);
    await this.celebrated();
    await this.page.keyboard.press('Escape');
    await this.page.locator('[data-celebration]').waitFor({ state: 'detached' });
  }

  /** Waits until the celebration was shown, which on a slow machine may be over before a test has looked. */
  async celebrated(): Promise<void> {
    await this.page.waitForFunction(() => 'hasCelebrated' in window);
  }

  /** Another tab of the same browser, at Home. */
  async secondTab(): Promise<TestPerson> {
    const tab = new TestPerson(this.context, await this.context.newPage());
    await tab.page.goto('/');
    return tab;
  }

  /** Logs out with the header's menu; the caller answers a question about unsent changes. */
  async logOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Account', exact: true }).click();
    await this.page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
  }

  /** Sends a request to the server in this person's name, and returns the response. */
  async call<T = unknown>(method: string, path: string, data?: unknown): Promise<T> {
    const headers = await antiForgery(this.context);
    const answer = await this.context.request.fetch(path, { method, headers, data });
    expect(answer.ok()).toBe(true);
    return (answer.status() === 204 ? null : await answer.json()) as T;
  }

  /** The id of the person signed in here. */
  async id(): Promise<number> {
    return (await this.call<{ user: { id: number } }>('GET', '/api/me')).user.id;
  }

  /** Waits until the server has all changes made here: no request is queued. */
  async settled(): Promise<void> {
    await expect.poll(() => this.queueLength(), { ...often, timeout: 30_000 }).toBe(0);
  }

  /** The number of requests queued in this browser's account databases. */
  async queueLength(): Promise<number> {
    return (await storedRows(this.page, 'syncQueue')).length;
  }

  /** Waits until items have arrived in this browser: children may come after their parents. */
  async has(...titles: readonly string[]): Promise<void> {
    const held = async () => {
      const rows = (await storedRows(this.page, 'items')) as readonly { readonly title: string }[];
      return rows.map(({ title }) => title);
    };
    await expect.poll(held, often).toEqual(expect.arrayContaining([...titles]));
  }

  /** All items that the server shows to the person signed in here, by title. */
  async onServer(): Promise<ItemOnServer[]> {
    const items: ItemOnServer[] = [];
    for (const type of ['campaign', 'task', 'todo']) {
      for (let page = 1, last = 1; page <= last; page += 1) {
        const answer = await this.context.request.get(`/api/items?type=${type}&page=${page}`);
        expect(answer.status()).toBe(200);
        const body = (await answer.json()) as { data: ItemOnServer[]; last_page: number };
        items.push(...body.data);
        last = body.last_page;
      }
    }
    return items.sort((a, b) => a.title.localeCompare(b.title));
  }
}

/** The fields of an item on the server that tests check. */
export interface ItemOnServer {
  readonly id: number;
  readonly uuid: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
  readonly parent_uuid: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
}

/** Marks a page that has shown the celebration, which disappears by itself. */
function noteCelebration(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-celebration]') === null) return;
    Object.assign(window, { hasCelebrated: true });
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
