const storageKey = 'push-storage';

/** Whether somebody switched push messages on in this browser; kept in localStorage. */
export const pushWish = {
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
      // Without storage the switch lasts as long as the browser's own subscription is not asked for.
    }
  },
};
