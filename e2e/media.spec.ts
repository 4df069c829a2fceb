import { expect, type Browser, type Page } from '@playwright/test';
import { lostByForcedColours } from './colours.ts';
import { cutOffOn } from './cut-off.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { guestAt, seed } from './guest.ts';
import { walkInvitations } from './invited.ts';
import type { TestPerson } from './person.ts';
import { guestLayers, guestScreens, userPlaces, walkTutorial, type AppScreen } from './places.ts';
import { unprintedOn } from './printed.ts';
import { walkChanges, walkNotices, walkSharing, type QuestionCheck } from './questions.ts';
import { sampleItems } from './sample-items.ts';
import type { RunningServer } from './server.ts';
import { signedInAt } from './signed-in.ts';
import { test } from './test.ts';
import { walkFriends, walkLosses, walkRefusals } from './troubles.ts';

// Some of the pages are checked without a network.
test.use({ serviceWorkers: 'allow' });
test.setTimeout(600_000);

/** Waits until the page has the styles for paper and forced colours. */
async function lateStyles(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[href*="/rest-"]')?.sheet != null,
  );
}

const expectEverySurface: QuestionCheck = async ({ page }, place) => {
  await lateStyles(page);
  const lost = await lostByForcedColours(page);
  expect.soft({ place, lost }).toEqual({ place, lost: [] });
};

/** A page of A4 within its margins. */
const paper = { width: 718, height: 1000 };

const expectPrinted: QuestionCheck = async ({ page }, place) => {
  await lateStyles(page);
  const before = page.viewportSize();
  await page.setViewportSize(paper);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html.dark')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const lost = [...(await unprintedOn(page)), ...(await cutOffOn(page, { isPrinted: true }))];
  expect.soft({ place, lost }).toEqual({ place, lost: [] });
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
};

for (const [title, look] of [
  ['[DEVICE-10] with forced colours no surface, state or icon is lost', expectEverySurface],
  ['[DEVICE-08] the dark theme is printed light, whole, and with nothing to press', expectPrinted],
] as const) {
  test(`${title}, on the screens and layers of a guest @full`, async ({ browser, server }) => {
    const ada = await guestAt(browser, server.url);
    await seed(ada, sampleItems);
    await lookAt(ada, [...guestScreens, ...guestLayers], look);
    await walkTutorial(ada, 'Continue Without Account', (step) => look(ada, step));
  });

  test(`${title}, on the screens and layers of a signed-in person @full`, async ({
    browser,
    server,
  }) => {
    const ada = await signedInAt(browser, server.url, newNumber());
    await lookAt(ada, userPlaces, look);
    await walkAll(browser, server, look);
  });
}

let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `+155501074${String(numbers).padStart(2, '0')}`;
}

async function lookAt(
  ada: TestPerson,
  places: readonly AppScreen[],
  look: QuestionCheck,
): Promise<void> {
  for (const place of places) {
    await place.open(ada);
    await look(ada, place.name);
  }
}

async function walkAll(
  browser: Browser,
  server: RunningServer,
  look: QuestionCheck,
): Promise<void> {
  await walkSharing(browser, server.url, look);
  await walkChanges(browser, server.url, look);
  await walkFriends(browser, server.url, look);
  await walkInvitations(browser, look);
  const proxy = await startFaultProxy(server.url);
  await walkNotices(browser, proxy, look);
  await walkRefusals(browser, proxy, look);
  await walkLosses(browser, server.url, look);
  await proxy.stop();
}
