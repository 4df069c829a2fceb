import type { PushSubscriptionBody } from '@foray/contract';

/** The permission for notifications; `default`: the user has not been asked yet. */
type PushPermission = 'unsupported' | NotificationPermission;

/** Whether this browser supports push messages, and whether the app may use them. */
export function pushPermission(): PushPermission {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window;
  return isThere && 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks the person, if they have not decided. Call it within their press; never rejects. */
export async function askForPush(): Promise<PushPermission> {
  if (pushPermission() !== 'default') return pushPermission();
  try {
    return await Notification.requestPermission();
  } catch {
    return pushPermission();
  }
}

/** Subscribes with the server's key, again if the subscription has another key; null if it fails. */
export async function subscribe(key: string): Promise<PushSubscriptionBody | null> {
  try {
    const manager = await pushManager();
    if (manager === null) return null;
    const known = await manager.getSubscription();
    if (known !== null && !isOfKey(known, key)) await known.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
    return bodyOf(await manager.subscribe(options));
  } catch {
    return null;
  }
}

/** Ends the subscription; returns its address, or null if there was none. Never rejects. */
export async function unsubscribe(): Promise<string | null> {
  try {
    const known = await (await pushManager())?.getSubscription();
    if (known == null) return null;
    await known.unsubscribe();
    return known.endpoint;
  } catch {
    return null;
  }
}

async function pushManager(): Promise<PushManager | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return null;
  // Subscribing needs an active worker, which a first visit only gets after a while.
  return (await navigator.serviceWorker.ready).pushManager;
}

function bodyOf(subscription: PushSubscription): PushSubscriptionBody | null {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  return { endpoint, keys: { p256dh, auth } };
}

function isOfKey(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options?.applicationServerKey;
  if (used == null) return true;
  const wanted = bytesOf(key);
  return new Uint8Array(used).every((byte, place) => byte === wanted[place]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
