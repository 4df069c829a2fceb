import type { Result } from '@foray/domain';
import { routeHeading } from '../ui/focus-return.ts';
import { emptyDraft } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';
import type { KeptDraft } from './kept-draft.ts';

/** What takes over the title that is typed into the row of an item, by the item's, until that is stored. */
const takers = new Map<string, (title: string) => void>();

/** Whether a title that is typed into a row goes back to its form, because the item could not be stored. */
export function giveTitleBack(title: string, retitled: string): boolean {
  const take = takers.get(title);
  take?.(retitled);
  return take !== undefined;
}

/**
 * Waits until the draft that was sent is stored, also when its form is left meanwhile; gives the outcome. A
 * form that shows the draft until then is cleared, or left with `rest`. A draft that could not be stored is one
 * again. What is typed meanwhile as the title of the item called `title` becomes the draft's then.
 */
export async function storeDraft<T extends Result<unknown, unknown>>(
  { draft, put, now }: KeptDraft,
  storing: Promise<T>,
  { rest = emptyDraft(draft.type), title = '' }: { rest?: ItemDraft; title?: string } = {},
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
 * Focuses the title of a form whose item has been stored, or could not be, where the focus is lost, at most on
 * the screen's heading, or on a button of the form: a person who has gone on to something else stays there.
 */
export function focusWhereLeft(field: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLeft =
    activeElement === document.body ||
    activeElement === routeHeading() ||
    (activeElement?.matches('[type=submit]') && field?.form?.contains(activeElement));
  if (isLeft) field?.focus();
}
