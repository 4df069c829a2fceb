import { routeHeading } from '../ui/focus-return.ts';

/**
 * Focuses the title of a form whose item has been stored, or could not be, where the focus is lost, at most on
 * the screen's heading, or on a button of the form. Somebody who has gone on to something else stays there.
 */
export function focusWhereLeft(field: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLeft =
    activeElement === document.body ||
    activeElement === routeHeading() ||
    (activeElement?.matches('[type=submit]') && field?.form?.contains(activeElement));
  if (isLeft) field?.focus();
}
