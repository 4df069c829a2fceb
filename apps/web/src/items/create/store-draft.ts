import type { Result } from '@foray/domain';
import { routeHeading } from '../../ui/interaction/focus-return.ts';
import { emptyDraft } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import type { PersistedDraft } from './persisted-draft.ts';

/**
 * By the title of an item in a row: the function that accepts a new title typed there until the item is
 * stored.
 */
const takers = new Map<string, (title: string) => void>();

/** Whether a title typed into a row returns to its form, because the item could not be stored. */
export function giveTitleBack(title: string, retitled: string): boolean {
  const take = takers.get(title);
  take?.(retitled);
  return take !== undefined;
}

/**
 * Waits until a sent draft is stored, even if the user leaves its form meanwhile, and returns the outcome.
 * A form that still shows the draft is cleared, or left with `rest`. If storing fails, the text becomes a
 * draft again, with a new title if the row of the item called `title` got one meanwhile.
 */
export async function storeDraft<T extends Result<unknown, unknown>>(
  { draft, put, now }: PersistedDraft,
  storing: Promise<T>,
  { rest = emptyDraft(draft.type), title = '' }: { rest?: ItemFormDraft; title?: string } = {},
): Promise<T> {
  let again = draft;
  const take = (retitled: string) => {
    again = { ...draft, title: draft.title.replace(title, () => retitled) };
  };
  if (title !== '' && draft.title.includes(title)) takers.set(title, take);
  const done = await storing;
  if (takers.get(title) === take) takers.delete(title);
  const typed = now();
  if (typed === null) return done;
  const sent = typed.sent.filter((one) => one !== draft);
  if (typed.draft === draft) put({ draft: done.ok ? rest : again, sent });
  else put({ sent, unstored: done.ok ? typed.unstored : [...typed.unstored, again] });
  return done;
}

/**
 * Focuses the title of a form whose item was stored, or could not be, if the focus is lost, on the screen's
 * heading, or on the form's button: a person who has moved elsewhere stays there.
 */
export function focusWhereLeft(field: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLeft =
    activeElement === document.body ||
    activeElement === routeHeading() ||
    (activeElement?.matches('[type=submit]') && field?.form?.contains(activeElement));
  if (isLeft) field?.focus();
}
