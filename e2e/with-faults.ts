import type { Browser, Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import type { TestPerson } from './person.ts';
import { test as base } from './test.ts';
import { signedInAt } from './signed-in.ts';

/** Playwright's test with a proxy of its own in front of the server, which causes only planned faults. */
export const test = base.extend<{ readonly faults: FaultProxy }>({
  faults: async ({ server }, use) => {
    const proxy = await startFaultProxy(server.url);
    await use(proxy);
    await proxy.stop();
  },
});

/** A signed-in person who reaches the server through the proxy, after the celebration. */
export async function signedIn(
  browser: Browser,
  proxy: FaultProxy,
  phone: string,
): Promise<{ person: TestPerson; page: Page }> {
  const person = await signedInAt(browser, proxy.url, phone);
  await person.settled();
  return { person, page: person.page };
}

/** The console's messages other than the browser's own lines about failed requests. */
export function unexpected({ complaints }: TestPerson): readonly string[] {
  return complaints.filter((text) => !text.startsWith('Failed to load resource'));
}
