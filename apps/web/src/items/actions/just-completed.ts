import type { LocalItem } from '@foray/sync';

/**
 * The item that the person is completing, as its row shows it then: a list that loses it keeps the row a
 * while, if `isShown`. The code that shows such rows loads later, and sets it.
 */
export const completion: { item: LocalItem | null; isShown: () => boolean } = {
  item: null,
  isShown: () => false,
};
