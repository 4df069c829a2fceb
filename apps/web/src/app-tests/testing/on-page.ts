import { expect, onTestFinished, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { menuEntry } from '../../ui/testing/menu-entry.ts';

export const main = page.getByRole('main');
export const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The visible row or card of an item. */
export const row = (title: string): Locator =>
  main.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });

/** The texts of the elements of a locator, in their order. */
export const texts = (locator: Locator): string[] =>
  locator.elements().map((element) => (element as HTMLElement).innerText);

/** The titles of the visible list, from above. */
export function titles(): string[] {
  const lines = document.querySelectorAll<HTMLElement>('main [role=listitem], main li');
  return [...lines].flatMap((line) => {
    const title = line.querySelector<HTMLElement>('[data-control=title], p:first-child');
    return title === null ? [] : [title.innerText];
  });
}

/** A tab of the screen that is open, whose name can end with a count. */
export const tabOf = (name: string) =>
  main.getByRole('tab', { name: new RegExp(`^${name}( [\\d,]+)?$`) });

/** Chooses a tab of the screen that is open. */
export const chooseTab = (name: string) => tabOf(name).click();

/** The visible message; there is at most one. */
export const toast = page.getByRole('region', { name: /^Messages/ });

/** Waits for a message with exactly these texts. */
export async function said(...exact: readonly string[]): Promise<void> {
  let message: Locator = toast.getByRole('listitem');
  for (const text of exact)
    message = message.filter({ has: page.getByText(text, { exact: true }) });
  await expect.element(message).toBeVisible();
}

/** The quick-add card of the page that is open. */
export const card = page.getByRole('form', { name: 'Quick add' });

/** The title field of a card or dialog. */
export const titleIn = (within: Locator) => within.getByRole('textbox', { name: 'Title' });

/** The card's button, for any type. */
export const submit = card.getByRole('button', { name: /^Add / });

/** Opens the card on the tab of a type. */
export async function chooseType(type: string): Promise<void> {
  await titleIn(card).click();
  await card.getByRole('tab', { name: type, exact: true }).click();
}

/** Adds an item by the quick-add card of the page that is open, and waits until it is durable. */
export async function quickAdd(kind: 'campaign' | 'task' | 'todo', title: string): Promise<void> {
  await titleIn(card).click();
  const tab = card.getByRole('tab', { name: new RegExp(`^${kind}$`, 'i') });
  if (tab.elements().length > 0) await tab.click();
  await titleIn(card).fill(title);
  await card.getByRole('button', { name: `Add ${kind}` }).click();
  await expect.element(titleIn(card)).toHaveValue('');
  await expect.element(row(title)).toBeVisible();
}

/** Opens the page of a visible campaign or task. */
export async function openItem(title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect.element(heading(title)).toBeVisible();
}

/** Completes or reopens a visible item. */
export const toggle = (title: string) =>
  row(title)
    .getByRole('button', { name: /^(Complete|Reopen) / })
    .click();

/** Changes the title of a visible todo in place. */
export async function rename(title: string, next: string): Promise<void> {
  await row(title).getByRole('button', { name: title, exact: true }).click();
  await page.getByRole('textbox', { name: 'Edit title' }).fill(next);
  await userEvent.keyboard('{Enter}');
  await expect.element(row(next)).toBeVisible();
}

/** Chooses an entry of a visible item's menu. */
export async function choose(title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await menuEntry(entry).click();
}

/** Gives an element the focus, as a script would. */
export async function focus(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  element.focus();
}

/** Focuses an element, and presses keys there. */
export async function press(locator: Locator, keys: string): Promise<void> {
  await focus(locator);
  await userEvent.keyboard(keys);
}

/** Goes by keyboard to the action of a message: the region, the message, its button. */
export async function focusAction(action: Locator): Promise<void> {
  await userEvent.keyboard('{F8}');
  await expect.poll(() => toast.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.element(toast.getByRole('listitem')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(action).toHaveFocus();
}

/** Goes to another page as a link would. */
export function goOn(path: string): void {
  history.pushState(null, '', path);
}

/** A colour of the theme as the browser computes it. */
export function colour(token: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Makes every write of the browser's database fail from now on, as on a full disk; the returned function ends
 * that.
 */
export function breakDisk(): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const repair = () => put.mockRestore();
  onTestFinished(repair);
  return repair;
}

/** Waits until the page's address is `path`. */
export async function atPath(path: string): Promise<void> {
  await expect.poll(() => location.pathname).toBe(path);
}
