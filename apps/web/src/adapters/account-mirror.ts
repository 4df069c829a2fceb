import { readRemembered, type AccountMirror } from '@foray/sync';

/** The key of localStorage under which the version before kept who is signed in, and a copy is kept now. */
export const accountKey = 'local-data-storage';

/** What localStorage says of who is signed in; a browser that refuses storage says nothing. */
export const browserAccountMirror: AccountMirror = {
  load() {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(accountKey) ?? 'null');
      const remembered = readRemembered(stored);
      if (remembered === null) return null;
      return { remembered, isCopy: (stored as { isCopy?: unknown }).isCopy === true };
    } catch {
      return null;
    }
  },
  save(remembered, isCopy) {
    try {
      localStorage.setItem(accountKey, JSON.stringify({ ...remembered, isCopy }));
    } catch {
      // Other tabs hear of nothing then; who is signed in is in the database.
    }
  },
};
