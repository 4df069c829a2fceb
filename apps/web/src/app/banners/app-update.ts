import { navigate } from 'wouter/use-browser-location';
import { browserConnectivity, browserScheduler } from '../../adapters/browser/browser-ports.ts';
import { networkBack } from '../../state/lazy-code.ts';
import { Observable, useObservable } from '../../state/observable.ts';

/** The worker of a new version that waits to be activated. */
const waitingWorker = new Observable<ServiceWorker | null>(null);

/** Notices a worker beside an active one, which is a new version; a first installation does not wait. */
function watch(registration: ServiceWorkerRegistration): void {
  const notice = () => {
    const { waiting: worker } = registration;
    if (worker && navigator.serviceWorker.controller) waitingWorker.set(worker);
  };
  notice();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', notice);
  });
}

/**
 * Asks the worker to control this page, if the page was still opening when the worker claimed all pages.
 */
function claimPage({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage('claim');
}

/** Opens the page of a pressed notification while the app is open (`service-worker.ts`). */
function followMessage(event: MessageEvent): void {
  if (event.data === 'showNotifications') navigate('/notifications');
}

const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/**
 * Installs the service worker that opens the app without a network, and notices new versions; also checks
 * for one whenever the page becomes visible. Resolves with true when the worker has stored the whole app;
 * with false if it has not, and then tries again later if the browser has service workers.
 */
export async function watchForUpdates(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const isKept = await install();
  if (!isKept) void installLater();
  return isKept;
}

/**
 * Repeats a failed installation: a browser does so only when the page is loaded again, which may be long
 * open.
 */
async function installLater(): Promise<void> {
  const ports = { connectivity: browserConnectivity, scheduler: browserScheduler };
  let pauseMs = firstPauseMs;
  do {
    await networkBack(ports, pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  } while (!(await install()));
}

/** Whether the worker now has the whole app. */
async function install(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    if (!(await isActivated(registration))) return false;
    watch(registration);
    navigator.serviceWorker.addEventListener('message', followMessage);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
    });
    claimPage(registration);
    return true;
  } catch {
    // There is no network, or the browser refused (private mode, policy): the app works, but needs the
    // network to open.
    return false;
  }
}

/** Whether the first worker could fetch the whole app. */
function isActivated(registration: ServiceWorkerRegistration): Promise<boolean> {
  const worker = registration.active ?? registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    const look = () => {
      if (worker === null || worker.state === 'redundant') resolve(false);
      else if (worker === registration.active) resolve(true);
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}

/** Activates the new version, unless another tab has done so already, and reloads this page with it. */
export function applyUpdate(): void {
  const waiting = waitingWorker.get();
  if (waiting?.state === 'activated') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting?.postMessage('skipWaiting');
}

/**
 * Loads the newest app, for a server or a database that requires a newer one. Bypasses the files of the
 * service worker, but only if the server can be reached: otherwise nothing would open.
 */
export async function loadNewVersion(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update();
    await registration?.unregister();
  } catch {
    // The server was not reached, so the current app opens again, and asks again.
  }
  location.reload();
}

/** Hides the prompt until the next start or the next new version. */
export function postponeUpdate(): void {
  waitingWorker.set(null);
}

/** Whether a new version waits to be activated. */
export function useIsUpdateReady(): boolean {
  return useObservable(waitingWorker) !== null;
}
