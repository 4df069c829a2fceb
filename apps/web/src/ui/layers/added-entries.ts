import type { MenuEntry } from './menu.tsx';

/**
 * The entries that parts of the app which load later add at the end of a menu, by the control that opens it: the
 * first screen need not know them.
 */
export const addedEntries: { of: (anchor: Element | null) => readonly MenuEntry[] } = {
  of: () => [],
};
