/** A yes-or-no setting of this browser, kept in localStorage. */
export interface StoredPreference {
  isOn(): boolean;
  set(isOn: boolean): void;
}

/** The preference stored under a key; always off in a browser without storage. */
export function storedPreference(storageKey: string): StoredPreference {
  return {
    isOn() {
      try {
        return localStorage.getItem(storageKey) === 'on';
      } catch {
        return false;
      }
    },
    set(isOn) {
      try {
        if (isOn) localStorage.setItem(storageKey, 'on');
        else localStorage.removeItem(storageKey);
      } catch {
        // Nothing to be done.
      }
    },
  };
}
