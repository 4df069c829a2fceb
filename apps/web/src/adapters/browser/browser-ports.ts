import type { Clock, Connectivity, Ids, Locks, Scheduler, Visibility } from '@foray/sync';

/** The device's clock, right or wrong. */
export const browserClock: Clock = {
  nowMs: () => Date.now(),
  get zone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
};

/** Timers of the page. */
export const browserScheduler: Scheduler = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, work) {
    const timer = setInterval(work, periodMs);
    return () => clearInterval(timer);
  },
};

/** Random ids; `randomUUID` needs a secure context, which a page on a plain LAN address is not. */
export const browserIds: Ids = {
  uuid: () => (typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : uuidFromBytes()),
  random: () => Math.random(),
};

/** Web Locks between the tabs; in a browser without them, every tab may run. */
export const browserLocks: Locks = {
  async ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (!('locks' in navigator)) return work();
    return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
      lock === null ? null : work(),
    );
  },
};

/** The network state as the browser reports it. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  subscribe(listener) {
    const notify = () => listener(navigator.onLine);
    window.addEventListener('online', notify);
    window.addEventListener('offline', notify);
    return () => {
      window.removeEventListener('online', notify);
      window.removeEventListener('offline', notify);
    };
  },
};

/** Whether the page is visible. */
export const browserVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    const notify = () => listener(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', notify);
    return () => document.removeEventListener('visibilitychange', notify);
  },
};

function uuidFromBytes(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20]
    .reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex)
    .toLowerCase();
}
