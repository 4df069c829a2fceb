import { closeSheet } from './sheet-entry.ts';
import type { SheetEntry } from './sheet-entry.ts';

/**
 * Leaves the sheet of an item that is gone: back to the sheet from which it was opened if `isThere` is true
 * for that sheet's item, else to the page.
 */
export function leaveSheet(isThere: (uuid: string) => boolean): void {
  const { opener } = (history.state as SheetEntry | null) ?? {};
  if (opener != null && isThere(opener)) history.back();
  else closeSheet();
}
