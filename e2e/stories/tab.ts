import { expect as hasty, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Kind, Status } from './ledger.ts';

/** A long wait, for busy machines; usually the condition is met at once. */
export const expect = hasty.configure({ timeout: 60_000 });

/** An item as a list on the screen shows it. */
export interface ShownRow {
  readonly uuid: string;
  readonly title: string;
  readonly status: Status;
  readonly isPending: boolean;
}

const listNames = { campaign: 'Campaigns', task: 'Tasks', todo: 'Todos' } as const;
const shownStrings = { campaign: 'Campaign', task: 'Task', todo: 'Todo' } as const;

declare global {
  interface Window {
    /** The whole texts of all shown toasts, oldest first: only one is on the page at a time. */
    toastTexts: string[];
  }
}

/** Records every toast that a page shows; runs before the app. */
export function listen(): void {
  window.toastTexts = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || !node.parentElement) continue;
        if (!('toastRegion' in node.parentElement.dataset)) continue;
        window.toastTexts.push(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** One tab of the app, used as a user does; every action ends when the app has confirmed it. */
export class StoryTab {
  readonly page: Page;
  readonly name: string;
  /** Uncaught errors: a story has none. */
  readonly errors: string[] = [];

  private constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    page.on('pageerror', (error) => this.errors.push(`${name}: ${error.message}`));
    page.setDefaultTimeout(60_000);
  }

  static async open(context: BrowserContext, name: string): Promise<StoryTab> {
    const tab = new StoryTab(await context.newPage(), name);
    await tab.page.goto('/');
    await expect(tab.page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    return tab;
  }

  /** Opens Home's list of all items of a type on the device. */
  async goHome(type: Kind): Promise<Locator> {
    const { page } = this;
    if (new URL(page.url()).pathname !== '/') {
      await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
    }
    await page.getByRole('tab', { name: listNames[type] }).click();
    return page.getByRole('list', { name: listNames[type], exact: true });
  }

  /** The row of an item, found on Home. */
  async find(type: Kind, uuid: string): Promise<Locator> {
    const list = await this.goHome(type);
    return list.locator(`[data-uuid="${uuid}"]`);
  }

  /** Creates an item on Home, or under a task on the task's page; returns the new item's uuid. */
  async create(type: Kind, title: string, taskUuid: string | null): Promise<string> {
    await this.startCreating(type, title, taskUuid);
    const rows = this.page.getByRole('list', { name: listNames[type], exact: true });
    const row = rows.getByRole('listitem').filter({ has: this.page.getByText(title, exact) });
    await this.saying(['Item created'], () => this.page.keyboard.press('Enter'));
    const uuid = await row.getAttribute('data-uuid');
    if (uuid === null) throw new Error(`${title} has no uuid`);
    return uuid;
  }

  /** All of `create` except the last key, which submits. */
  async startCreating(type: Kind, title: string, taskUuid: string | null): Promise<void> {
    if (taskUuid === null) await this.goHome(type);
    else {
      const task = await this.find('task', taskUuid);
      await task.locator('a[data-control="title"]').click();
      await expect(this.page).toHaveURL(/\/tasks\/\d+$/);
    }
    const card = this.page.getByRole('form', { name: 'Quick add' });
    await card.getByRole('textbox', { name: 'Title' }).fill(title);
    // Enter in the title submits only todos; on the button it submits every type.
    await card.getByRole('button', { name: `Add ${type}` }).focus();
  }

  async rename(uuid: string, title: string): Promise<void> {
    await this.startRenaming(uuid, title);
    await this.saying(['Todo updated'], () => this.page.keyboard.press('Enter'));
  }

  /** All of `rename` except the last key, which submits. */
  async startRenaming(uuid: string, title: string): Promise<void> {
    const row = await this.find('todo', uuid);
    await row.locator('button[data-control="title"]').click();
    await row.getByRole('textbox', { name: 'Edit title' }).fill(title);
  }

  /** Presses a key that the app offers on a row: S, Q, C, R. */
  async setStatus(type: Kind, uuid: string, key: 'S' | 'Q' | 'C' | 'R'): Promise<void> {
    const row = await this.find(type, uuid);
    await this.saying([`${shownStrings[type]} updated`], () =>
      row.locator('[data-control="menu"]').press(key),
    );
  }

  /** Deletes an item; if it has children, alone or with all of them. */
  async remove(type: Kind, uuid: string, below: 'nothing' | 'keep' | 'take'): Promise<void> {
    const row = await this.find(type, uuid);
    await row.locator('[data-control="menu"]').click();
    const remove = this.page.getByRole('menuitem', { name: 'Delete' });
    const question = this.page.getByRole('alertdialog');
    const answers = { keep: 'Delete only this', take: /^Delete with its/ };
    if (below !== 'nothing') await remove.click();
    const last =
      below === 'nothing' ? remove : question.getByRole('button', { name: answers[below] });
    await this.saying([`${shownStrings[type]} deleted`], () => last.click());
    await expect(row).toHaveCount(0);
  }

  /** Presses Undo in the toast. */
  async undoRemoval(type: Kind, uuid: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Undo' }).click();
    await expect(await this.find(type, uuid)).toBeVisible();
  }

  /** Moves an item under another, or to the top level. */
  async move(type: Kind, uuid: string, place: string | null): Promise<void> {
    const row = await this.find(type, uuid);
    await row.locator('[data-control="menu"]').press('M');
    const dialog = this.page.getByRole('dialog');
    const button = dialog
      .getByRole('button')
      .filter({ has: this.page.getByText(place ?? 'Top level', exact) });
    await this.saying([`${shownStrings[type]} updated`], () => button.click());
  }

  /** Assigns an item to somebody by name, or to nobody; not for another person's task. */
  async assign(type: Kind, uuid: string, name: string | null): Promise<void> {
    const choice = await this.#assignee(type, uuid, name ?? 'Unassigned');
    await this.saying([`${shownStrings[type]} assigned`], () => choice.click());
  }

  /** Unassigns somebody else from a task, and removes them from it if `isRemoved`. */
  async unassign(uuid: string, name: string, isRemoved: boolean): Promise<void> {
    await (await this.#assignee('task', uuid, 'Unassigned')).click();
    const question = this.page.getByRole('alertdialog', { name: `Remove ${name} from this task?` });
    const answer = isRemoved ? 'Remove' : 'Only unassign';
    await this.saying([isRemoved ? `${name} removed` : 'Task assigned'], () =>
      question.getByRole('button', { name: answer, exact: true }).click(),
    );
  }

  /** The choice of an assignee, in the dialog opened from the menu. */
  async #assignee(type: Kind, uuid: string, name: string): Promise<Locator> {
    const row = await this.find(type, uuid);
    await row.locator('[data-control="menu"]').press('A');
    return this.page.getByRole('dialog').getByRole('button', { name });
  }

  /** Signs in on the sign-in screen. */
  async signIn(phone: string, name: string): Promise<void> {
    const { page } = this;
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  }

  async goToPreferences(): Promise<void> {
    const { page } = this;
    if (new URL(page.url()).pathname === '/preferences') return;
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
  }

  /** Presses Sync Now; returns the outcome of its cycle. */
  async syncNow(): Promise<'complete' | 'conflicts'> {
    const { page } = this;
    await this.goToPreferences();
    const before = await this.toastCount();
    await page.getByRole('button', { name: 'Sync Now' }).click();
    const outcome = await page.waitForFunction((from) => {
      const said = window.toastTexts.slice(from);
      if (document.querySelector('[role="alertdialog"]')) return 'conflicts';
      if (said.some((text) => text.startsWith('Sync complete'))) return 'complete';
      return said.find((text) => text.startsWith('Sync failed'));
    }, before);
    const came = await outcome.jsonValue();
    if (came === 'complete' || came === 'conflicts') return came;
    throw new Error(`${this.name}: ${came}`);
  }

  /** The lists of Home by type, without waiting. */
  async shown(type: Kind): Promise<ShownRow[]> {
    await this.goHome(type);
    const all = this.page.getByRole('button', { name: /^View All/ });
    if (await all.isVisible()) await all.click();
    return this.page.evaluate((label) => {
      const lists = [...document.querySelectorAll('main [role="list"]')];
      const list = lists.find((one) => one.getAttribute('aria-label') === label);
      const rows = [...(list?.querySelectorAll<HTMLElement>('[data-uuid]') ?? [])];
      return rows.map((row): ShownRow => {
        const button = row.querySelector('[data-control="status"]');
        const label = button?.getAttribute('aria-label') ?? '';
        const isUnderWay = row.textContent.includes('in progress');
        const open = isUnderWay ? 'in_progress' : 'pending';
        return {
          uuid: row.dataset['uuid'] ?? '',
          title: label.replace(/^(Complete|Reopen) /, ''),
          status: label.startsWith('Reopen ') ? 'completed' : open,
          isPending: /Pending sync|Needs attention/.test(row.textContent),
        };
      });
    }, listNames[type]);
  }

  toastCount(): Promise<number> {
    return this.page.evaluate(() => window.toastTexts.length);
  }

  /** Acts and waits until the app has confirmed it with one of `titles`; throws if it failed. */
  async saying(titles: readonly string[], act: () => Promise<unknown>): Promise<void> {
    const said = await this.#toastAfter([...titles, 'Error'], act);
    if (said.startsWith('Error')) throw new Error(`${this.name} showed: ${said}`);
  }

  /** Acts, expecting a failure, and waits until the app reports it; returns the report. */
  failing(act: () => Promise<unknown>): Promise<string> {
    return this.#toastAfter(['Error'], act);
  }

  /** Acts and waits for the first toast after that which begins with one of `titles`. */
  async #toastAfter(titles: readonly string[], act: () => Promise<unknown>): Promise<string> {
    const before = await this.toastCount();
    await act();
    const shown = await this.page.waitForFunction(
      ([from, wanted]) =>
        window.toastTexts
          .slice(from)
          .find((text) => wanted.some((title) => text.startsWith(title))),
      [before, titles] as const,
    );
    return (await shown.jsonValue()) ?? '';
  }
}

const exact = { exact: true } as const;
