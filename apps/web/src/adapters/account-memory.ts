import type { Person } from '@foray/domain';
import type { AccountMemory, Leaving, RememberedAccount } from '@foray/sync';

const storageKey = 'local-data-storage';
const nobody: RememberedAccount = { user: null, signedOutId: null, leaving: [] };

/** The account last used here, in localStorage; a browser that refuses storage remembers nobody. */
export const browserAccountMemory: AccountMemory = {
  load() {
    try {
      return readRemembered(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    } catch {
      return nobody;
    }
  },
  save(remembered) {
    try {
      localStorage.setItem(storageKey, JSON.stringify(remembered));
    } catch {
      // Without storage the next start is a guest's; nothing of the account's data is lost by it.
    }
  },
};

function readRemembered(value: unknown): RememberedAccount {
  if (typeof value !== 'object' || value === null) return nobody;
  const { user, signedOutId, leaving } = value as Partial<Record<keyof RememberedAccount, unknown>>;
  return {
    user: isPerson(user) ? user : null,
    signedOutId: typeof signedOutId === 'number' ? signedOutId : null,
    leaving: Array.isArray(leaving) ? leaving.filter(isLeaving) : [],
  };
}

function isLeaving(value: unknown): value is Leaving {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, unsent } = value as Partial<Leaving>;
  return typeof userId === 'number' && (unsent === 'keep' || unsent === 'discard');
}

function isPerson(value: unknown): value is Person {
  if (typeof value !== 'object' || value === null) return false;
  const person = value as Partial<Record<keyof Person, unknown>>;
  return typeof person.id === 'number' && person.id > 0 && typeof person.name === 'string';
}
