import type { Locator } from '@playwright/test';
import type { Person } from './person.ts';

/** The quick-add card of the page that is open. */
export const card = (person: Person): Locator =>
  person.page.getByRole('form', { name: 'Quick add' });

/** The title field of a card or dialog. */
export const title = (within: Locator): Locator => within.getByRole('textbox', { name: 'Title' });

/** The card's button, whatever it adds. */
export const submit = (person: Person): Locator =>
  card(person).getByRole('button', { name: /^Add / });

/** Opens the card on the tab of a type. */
export async function chooseType(person: Person, type: string): Promise<void> {
  await title(card(person)).click();
  await card(person).getByRole('tab', { name: type, exact: true }).click();
}
