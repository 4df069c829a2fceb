import type { FocusEvent } from 'react';

/** Puts the cursor behind a text that takes the focus, where it is continued. */
export function cursorToEnd({ target }: FocusEvent<HTMLTextAreaElement>): void {
  target.setSelectionRange(target.value.length, target.value.length);
}
