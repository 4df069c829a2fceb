const mark = 'data-beside';

/** Whether a dialog stands beside the page, which can be used meanwhile. */
export function isBeside(): boolean {
  return document.documentElement.hasAttribute(mark);
}

/** Marks the page, which makes room for a dialog (lazy.css). */
export function setBeside(isOpen: boolean): void {
  document.documentElement.toggleAttribute(mark, isOpen);
}
