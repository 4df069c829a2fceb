import { expect, type Browser, type Page } from '@playwright/test';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';
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

/**
 * The ways in which a server can fail without a decision, by what a test calls them. They are to be
 * planned until `clear`: the browser itself sends a request again whose connection was closed.
 */
export const callFaults: readonly (readonly [name: string, fault: Fault])[] = [
  ['500', { kind: 'status', status: 500 }],
  ['dropped', { kind: 'dropped' }],
  ['lost', { kind: 'lost' }],
  ['html', { kind: 'html' }],
];

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

/** Refuses every change of a batch with 422 and `code`, as the server does what breaks a rule. */
export async function refusal(person: Person, code: 'invalid' | 'limit'): Promise<Fault> {
  const { epoch } = await person.call<{ epoch: string }>('GET', '/api/config');
  const error = { code, message: '' };
  const body = ({ requests }: { requests: readonly { id: string }[] }) => ({
    results: requests.map(({ id }) => ({ id, status: 422, body: { error } })),
    epoch,
    now: new Date().toISOString(),
  });
  return { kind: 'status', status: 200, body };
}

/** Reports to the app that there is a network again, as the browser does, and not in the middle of a run. */
export async function comeOnline(page: Page): Promise<void> {
  await expect(page.locator('[data-syncing]')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** What the console said beyond the browser's own lines about requests that failed. */
export function unexpected({ complaints }: Person): readonly string[] {
  return complaints.filter((text) => !text.startsWith('Failed to load resource'));
}
