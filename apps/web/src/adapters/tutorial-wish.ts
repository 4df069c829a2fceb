/** Beside the progress itself, which has the fields of the specification and no others. */
const storageKey = 'onboarding-wish';

/** Whether somebody wants to see the tutorial again, items or not; kept in localStorage. */
export const tutorialWish = {
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
      // Without storage the progress is forgotten with the page, too.
    }
  },
};
