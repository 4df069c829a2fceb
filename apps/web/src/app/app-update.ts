import { navigate } from 'wouter/use-browser-location';
import { browserConnectivity, browserScheduler } from '../adapters/browser-ports.ts';
import { networkBack } from '../state/late-code.ts';
import { Observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';

/** The worker of a new version that waits to be activated. */
const waitingWorker = new Observable<ServiceWorker | null>(null);

/** A first installation does not wait; only a worker beside an active one is a new version. */
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

/** A page that was still opening when the worker claimed all pages is not controlled: it requests it. */
function claimPage({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage('claim');
}

/** A notification was pressed while the app is open (`service-worker.ts`). */
function followMessage(event: MessageEvent): void {
  if (event.data === 'showNotifications') navigate('/notifications');
}

const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;

/**
 * Installs the service worker that opens the app without a network, and notices new versions; also
 * looks for one whenever the page comes to the front. Resolves when the worker keeps all of the app; false
 * if it does not: where there are service workers that is tried again later.
 */
export async function watchForUpdates(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const isKept = await install();
  if (!isKept) void installLater();
  return isKept;
}

/** A browser begins a failed installation again only with another load of the page, which may be long open. */
async function installLater(): Promise<void> {
  const ports = { connectivity: browserConnectivity, scheduler: browserScheduler };
  let pauseMs = firstPauseMs;
  do {
    await networkBack(ports, pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  } while (!(await install()));
}

/** Whether the worker keeps all of the app now. */
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
    // No network, or refused by the browser (private mode, policy): the app works, but needs the network to open.
    return false;
  }
}

/** False if its first worker could not fetch all of the app. */
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

/** Puts the new version in charge, unless another tab has done so already, and reloads this page with it. */
export function applyUpdate(): void {
  const waiting = waitingWorker.get();
  if (waiting?.state === 'activated') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting?.postMessage('skipWaiting');
}

/**
 * Loads the newest app there is, for a server or a database that this one is too old for. Whatever the
 * service worker kept is passed by, but only if the server can be reached: else nothing would open.
 */
export async function loadNewVersion(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update();
    await registration?.unregister();
  } catch {
    // Not reached: the app that is here opens again, and asks again.
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
