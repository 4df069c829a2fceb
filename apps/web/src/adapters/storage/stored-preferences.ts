/** A yes-or-no setting of this browser, stored under a key; always off in a browser without storage. */
function storedPreference(storageKey: string) {
  return {
    isOn(): boolean {
      try {
        return localStorage.getItem(storageKey) === 'on';
      } catch {
        return false;
      }
    },
    set(isOn: boolean): void {
      try {
        if (isOn) localStorage.setItem(storageKey, 'on');
        else localStorage.removeItem(storageKey);
      } catch {
        // The preference then lasts no longer than the page.
      }
    },
  };
}

/** Whether a guest of this browser has items, which the browser may erase without notice. */
export const guestMark = storedPreference('guest-items');

/** Whether push messages are switched on in this browser. */
export const pushPreference = storedPreference('push-storage');

/**
 * Whether the user has reset the tutorial, so that it is shown even with items. Stored beside its progress,
 * whose fields the specification fixes.
 */
export const tutorialPreference = storedPreference('onboarding-wish');
