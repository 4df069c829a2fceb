import { navigate, useSearch } from 'wouter/use-browser-location';

/** The app's data in the history entry of a sheet (decision 0107). */
export interface SheetEntry {
  readonly depth?: number;
  /** The depth of the entry of the page below; absent if the visit began with the sheet. */
  readonly under?: number | undefined;
  /** The item in whose sheet this one was opened; null for the page. */
  readonly opener?: string | null;
  /** The sheet was opened to show the item's activity. */
  readonly showsActivity?: boolean;
}

const parameter = 'item';

function sheetIn(search: string): string | null {
  return new URLSearchParams(search).get(parameter);
}

/** The address of this page with the sheet of an item over it. */
export function sheetHref(uuid: string): string {
  const query = new URLSearchParams(location.search);
  query.set(parameter, uuid);
  return `?${query}`;
}

/** Opens the sheet of an item over this page, in a history entry of its own. */
export function openSheet(uuid: string, showsActivity = false): void {
  const { depth = 0, under } = (history.state as SheetEntry | null) ?? {};
  const opener = sheetIn(location.search);
  const state = { under: opener === null ? depth : under, opener, showsActivity };
  navigate(sheetHref(uuid), { state });
}

/** Whether the sheet of this entry was opened to show the item's activity. */
export function isForActivity(): boolean {
  return (history.state as SheetEntry | null)?.showsActivity ?? false;
}

/**
 * Returns to the page below the sheet, also from the last of several sheets that were opened from one
 * another.
 */
export function closeSheet(): void {
  const { depth = 0, under } = (history.state as SheetEntry | null) ?? {};
  if (under !== undefined) return history.go(under - depth);
  const query = new URLSearchParams(location.search);
  query.delete(parameter);
  navigate(query.size === 0 ? location.pathname : `?${query}`, {
    replace: true,
    state: history.state,
  });
}

/** The uuid of the item whose sheet the address names; null for none. */
export function useShownSheet(): string | null {
  return sheetIn(useSearch());
}
