import { csrfCookie } from '@foray/contract';
import { accountKey } from './storage/account-mirror.ts';
import { tutorialPreference } from './storage/stored-preferences.ts';

/** Resolves after the page had a chance to paint and to handle input. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** While a page stays busy, the rest of the app waits no longer than this. */
const idleLimitMs = 2000;

/**
 * Calls back once the page has nothing else to do, within 2 s at the latest; not after the returned function
 * was called.
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, idleLimitMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: idleLimitMs });
  return () => cancelIdleCallback(handle);
}

/** Calls back when another tab signed in or out. */
export function onAccountChangedElsewhere(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === accountKey) listener();
  });
}

/** Erases everything in localStorage except the remembered account; the tutorial begins again. */
export function clearSettings(): void {
  try {
    const account = localStorage.getItem(accountKey);
    localStorage.clear();
    if (account !== null) localStorage.setItem(accountKey, account);
    tutorialPreference.set(true);
  } catch {
    // A browser that refuses storage has stored nothing there.
  }
}

/** Whether there is a cookie that the server sets before a sign-in. */
export function mayHaveSession(): boolean {
  return document.cookie.includes(`${csrfCookie}=`);
}

/** Reloads the page. */
export function reloadPage(): void {
  location.reload();
}

/** Whether the service worker serves the page's files, without the network. */
export function isServedLocally(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}
