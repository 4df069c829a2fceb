import { expect, type Browser, type Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { guestAt, seed, skipTutorial } from './guest.ts';
import { walkInvitations } from './invited.ts';
import { TestPerson } from './person.ts';
import { guestLayers, guestScreens, userPlaces, walkTutorial, type AppScreen } from './places.ts';
import { sampleItems } from './sample-items.ts';
import { walkChanges, walkNotices, walkSharing } from './questions.ts';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';
import { stretchTimer } from './stretch-timer.ts';
import { phoneParts, wideParts } from './window-parts.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('axe finds no violation on the screens of a guest @full', async ({ browser }) => {
  const ada = await guestWithItems(browser);
  await expectNoViolations(ada, guestScreens);
});

test("axe finds no violation in a guest's dialogs, menus and cards; they move for at most 200 ms, and not at all with reduced motion @full", async ({
  browser,
}) => {
  const ada = await guestWithItems(browser);
  for (const place of guestLayers) {
    await place.open(ada);
    await expectNoViolation(ada, place.name);
    await expectBriefMotion(ada, place.name);
  }
  expect(ada.complaints).toEqual([]);
});

for (const { window, parts, options } of [
  { window: 'wide windows', parts: wideParts, options: { viewport: { width: 1280, height: 800 } } },
  {
    window: 'phones',
    parts: phoneParts,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]) {
  test(`axe finds no violation on parts that only ${window} show @full`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    await TestPerson.prepare(context, skipTutorial);
    const ada = await TestPerson.in(context);
    await seed(ada, sampleItems);
    await expectNoViolations(ada, parts);
  });
}

test('axe finds no violation on parts that only a signed-in user sees @full', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550107100');
  await expect(ada.page.getByRole('dialog')).toHaveCount(0);
  await ada.quickAdd('todo', 'Buy milk');
  await expectNoViolations(ada, userPlaces);
});

test('[INVITE-09] [INVITE-10] an operator invites people on a page, who sign in by their links, and axe finds no violation there @full', async ({
  browser,
}) => {
  await walkInvitations(browser, expectNoViolation);
});

test('axe finds no violation in an empty app @full', async ({ browser }) => {
  const ada = await guestAt(browser, server.url);
  await expectNoViolations(ada, guestScreens.slice(0, 6));
});

test('axe finds no violation in the steps of the tutorial @full', async ({ browser }) => {
  const ada = await TestPerson.at(browser, server.url);
  await walkTutorial(ada, 'Sign In', (step) => expectNoViolation(ada, step));
  expect(ada.complaints).toEqual([]);
});

test('axe finds no violation in the upgrade, the celebration after it and the question before logging out @full', async ({
  browser,
}) => {
  const proxy = await startFaultProxy(server.url);
  const ada = await guestAt(browser, proxy.url);
  // The celebration lasts 2 seconds, less than the check takes, so here it stays until a key is pressed.
  await ada.context.addInitScript(stretchTimer, { fromMs: 2_000, toMs: 1e9 });
  await ada.page.reload();
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy milk');
  proxy.plan({ kind: 'status', status: 500 }, { path: /^\/api\/batch/, times: Infinity });
  await ada.signIn('+15550107102', 'Ada Byron');
  const upgrade = page.getByRole('alertdialog', { name: 'Upgrading Your Account' });
  await expect(upgrade.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoViolation(ada, 'upgrade');
  await upgrade.getByRole('button').first().click();
  const celebration = page.locator('[data-celebration]');
  await expect(celebration).toBeVisible();
  await expectNoViolation(ada, 'celebration');
  await page.keyboard.press('Shift');
  await expect(celebration).toHaveCount(0);
  await ada.logOut();
  const question = page.getByRole('alertdialog').filter({ hasText: 'Log out' });
  await expect(question).toBeVisible();
  await expectNoViolation(ada, 'logging out');
  await proxy.stop();
});

test('axe finds no violation in the questions about sharing @full', async ({ browser }) => {
  await walkSharing(browser, server.url, expectNoViolation);
});

test('axe finds no violation in the questions about changes made elsewhere @full', async ({
  browser,
}) => {
  await walkChanges(browser, server.url, expectNoViolation);
});

test('axe finds no violation in the notices of waits, damage and data left behind @full', async ({
  browser,
}) => {
  const proxy = await startFaultProxy(server.url);
  await walkNotices(browser, proxy, expectNoViolation);
  await proxy.stop();
});

async function guestWithItems(browser: Browser): Promise<TestPerson> {
  const ada = await guestAt(browser, server.url);
  await seed(ada, sampleItems);
  return ada;
}

async function expectNoViolations(ada: TestPerson, places: readonly AppScreen[]): Promise<void> {
  for (const place of places) {
    await place.open(ada);
    await expectNoViolation(ada, place.name);
  }
  expect(ada.complaints).toEqual([]);
}

async function expectBriefMotion({ page }: TestPerson, place: string): Promise<void> {
  for (const [reducedMotion, longestMs] of [
    ['no-preference', 200],
    ['reduce', 0.01],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await longestMotionMs(page), `${place}, ${reducedMotion}`).toBeLessThanOrEqual(
      longestMs,
    );
  }
}

/** The longest animation or transition that any element would run once, in ms. */
function longestMotionMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const toMs = (duration: string) => Number.parseFloat(duration) * 1000;
    let longest = 0;
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      const names = style.animationName.split(', ');
      const counts = style.animationIterationCount.split(', ');
      style.animationDuration.split(', ').forEach((duration, place) => {
        // An endless animation while something loads delays nobody.
        if (names[place] === 'none' || counts[place] === 'infinite') return;
        longest = Math.max(longest, toMs(duration));
      });
      for (const duration of style.transitionDuration.split(', ')) {
        longest = Math.max(longest, toMs(duration));
      }
    }
    return longest;
  });
}
