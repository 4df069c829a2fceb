import { readRemembered, type AccountMirror } from '@foray/sync';
import { browserIds } from '../browser/browser-ports.ts';

/**
 * The key of localStorage under which the last version stored the remembered account, and where its copy is
 * now.
 */
export const accountKey = 'local-data-storage';

/** The remembered account in localStorage; null in a browser that refuses storage. */
export const browserAccountMirror: AccountMirror = {
  load() {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(accountKey) ?? 'null');
      const remembered = readRemembered(stored);
      if (remembered === null) return null;
      const { isCopy, stamp } = stored as { readonly isCopy?: unknown; readonly stamp?: unknown };
      return {
        remembered,
        isCopy: isCopy === true,
        stamp: typeof stamp === 'string' ? stamp : null,
      };
    } catch {
      return null;
    }
  },
  save(remembered, isCopy) {
    try {
      const written = isCopy ? { isCopy } : { isCopy, stamp: browserIds.uuid() };
      localStorage.setItem(accountKey, JSON.stringify({ ...remembered, ...written }));
    } catch {
      // Other tabs are not notified then; the signed-in user is in the database.
    }
  },
};
