import { browserConnectivity, browserVisibility } from './browser-ports.ts';

test('[SYNC-01] the page reports when it comes online and goes offline, until the subscription ends', () => {
  const heard: boolean[] = [];
  const end = browserConnectivity.subscribe((isOnline) => heard.push(isOnline));
  const change = (isOnline: boolean): void => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
  try {
    change(false);
    expect(browserConnectivity.isOnline()).toBe(false);
    change(true);
    expect(browserConnectivity.isOnline()).toBe(true);
    expect(heard).toEqual([false, true]);
    end();
    change(false);
    expect(heard).toHaveLength(2);
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

test('[SYNC-01] the page reports when it becomes visible and is hidden, until the subscription ends', () => {
  const heard: boolean[] = [];
  const end = browserVisibility.subscribe((isVisible) => heard.push(isVisible));
  const change = (state: DocumentVisibilityState): void => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  try {
    change('hidden');
    expect(browserVisibility.isVisible()).toBe(false);
    change('visible');
    expect(browserVisibility.isVisible()).toBe(true);
    expect(heard).toEqual([false, true]);
    end();
    change('hidden');
    expect(heard).toHaveLength(2);
  } finally {
    Reflect.deleteProperty(document, 'visibilityState');
  }
});
