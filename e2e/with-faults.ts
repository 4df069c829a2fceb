import type { Browser, Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import type { Person } from './person.ts';
import { test as base } from './test.ts';
import { signedInAt } from './signed-in.ts';

/** Playwright's test with a proxy of its own before the server, which makes no fault until one is planned. */
export const test = base.extend<{ readonly faults: FaultProxy }>({
  faults: async ({ server }, use) => {
    const proxy = await startFaultProxy(server.url);
    await use(proxy);
    await proxy.stop();
  },
});

/** Somebody signed in who reaches the server by the proxy, the celebration behind them. */
export async function signedIn(
  browser: Browser,
  proxy: FaultProxy,
  phone: string,
): Promise<{ person: Person; page: Page }> {
  const person = await signedInAt(browser, proxy.url, phone);
  await person.settled();
  return { person, page: person.page };
}

/** What the console said beyond the browser's own lines about requests that failed. */
export function unexpected({ complaints }: Person): readonly string[] {
  return complaints.filter((text) => !text.startsWith('Failed to load resource'));
}
