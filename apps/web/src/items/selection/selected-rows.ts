import { dropUnlisted, selection } from './selection.ts';

/** The id of the element that says that a row is selected. */
export const selectedNoteId = 'selected-row';

const describedBy = 'aria-describedby';

/** Adds the note to the description of the control of a row that has the focus first, or takes it away. */
function describe(line: Element | null, isSelected: boolean): void {
  if (line === null) return;
  const ids = (line.getAttribute(describedBy) ?? '').split(' ').filter((id) => id !== '');
  const others = ids.filter((id) => id !== selectedNoteId);
  const wanted = isSelected ? [...others, selectedNoteId] : others;
  if (wanted.length === 0) line.removeAttribute(describedBy);
  else line.setAttribute(describedBy, wanted.join(' '));
}

function markRows(): void {
  const selected = selection.get();
  for (const row of document.querySelectorAll<HTMLElement>('[data-uuid]')) {
    const { uuid, selected: mark } = row.dataset;
    const isSelected = selected.has(uuid ?? '') && row.closest('[role=list]') !== null;
    if (isSelected === (mark !== undefined)) continue;
    row.toggleAttribute('data-selected', isSelected);
    describe(row.querySelector('[data-line]'), isSelected);
  }
}

/**
 * Marks the selected rows, until the returned function is called, and drops items that leave their lists. The
 * marks are set here, and not by the rows: the first screen renders these, and it has no room for a selection.
 */
export function followRows(): () => void {
  document.documentElement.toggleAttribute('data-selecting', true);
  const follow = () => {
    markRows();
    dropUnlisted();
  };
  const observer = new MutationObserver(follow);
  // A long list does not render all of its rows: those in sight carry its length.
  const attributeFilter = ['aria-setsize', 'data-uuid'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  const stop = selection.subscribe(markRows);
  follow();
  return () => {
    observer.disconnect();
    stop();
    markRows();
    document.documentElement.toggleAttribute('data-selecting', false);
  };
}
