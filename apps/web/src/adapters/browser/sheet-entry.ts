import { navigate } from 'wouter/use-browser-location';
import { isBeside } from '../../ui/interaction/beside.ts';
import { goBack, pageDepth, travel } from './layer-entries.ts';
import { sheetIn, sheetParameter } from './shown-sheet.ts';

/** The app's data in the history entry of a sheet (decision 0107). */
interface SheetEntry {
  readonly depth?: number;
  /** The depth of the entry of the page below; absent if the visit began with the sheet. */
  readonly under?: number | undefined;
  /** The item in whose sheet this one was opened; null for the page. */
  readonly opener?: string | null;
  /** The sheet was opened to show the item's activity. */
  readonly showsActivity?: boolean;
}

function sheetEntry(): SheetEntry {
  return (history.state as SheetEntry | null) ?? {};
}

/** The address of this page with the sheet of an item over it. */
export function sheetHref(uuid: string): string {
  const query = new URLSearchParams(location.search);
  query.set(sheetParameter, uuid);
  return `?${query}`;
}

/**
 * Opens the sheet of an item over this page, in a history entry of its own. From a page beside a sheet, the item
 * takes the place of the one in the sheet; if it is that one, the sheet gets the focus.
 */
export function openSheet(uuid: string, showsActivity = false): void {
  const opener = sheetIn(location.search);
  if (opener !== null && isBeside() && !document.activeElement?.closest('[role=dialog]')) {
    if (opener !== uuid) return replaceSheet(uuid, showsActivity);
    return document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]')?.focus();
  }
  const under = opener === null ? pageDepth() : sheetEntry().under;
  navigate(sheetHref(uuid), { state: { under, opener, showsActivity } });
}

/** Shows an item in place of the one in the open sheet. */
export function replaceSheet(uuid: string, showsActivity = false): void {
  const state = { ...sheetEntry(), opener: null, showsActivity };
  navigate(sheetHref(uuid), { replace: true, state });
}

/** Whether the sheet of this entry was opened to show the item's activity. */
export function isForActivity(): boolean {
  return sheetEntry().showsActivity ?? false;
}

/**
 * Returns to the page below the sheet, also from the last of several sheets that were opened from one
 * another.
 */
export function closeSheet(): void {
  travel(() => {
    const { depth = 0, under } = sheetEntry();
    if (under !== undefined) return under - depth;
    const query = new URLSearchParams(location.search);
    query.delete(sheetParameter);
    navigate(query.size === 0 ? location.pathname : `?${query}`, {
      replace: true,
      state: history.state,
    });
    return 0;
  });
}

/**
 * Leaves the sheet of an item that is gone: back to the sheet from which it was opened if `isThere` is true
 * for that sheet's item, else to the page.
 */
export function leaveSheet(isThere: (uuid: string) => boolean): void {
  const { opener } = sheetEntry();
  if (opener != null && isThere(opener)) goBack();
  else closeSheet();
}
