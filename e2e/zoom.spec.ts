import { expect, type Page } from '@playwright/test';
import { cutOffOn } from './cut-off.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { guestAt, seed } from './guest.ts';
import { walkInvitations } from './invited.ts';
import type { TestPerson } from './person.ts';
import { guestLayers, guestScreens, userPlaces, walkTutorial, type AppScreen } from './places.ts';
import { stillness } from './stillness.ts';
import { walkChanges, walkNotices, walkSharing, type QuestionCheck } from './questions.ts';
import { sampleItems } from './sample-items.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';
import { walkFriends, walkLosses, walkRefusals } from './troubles.ts';

// Some of it happens offline.
test.use({ serviceWorkers: 'allow' });
test.setTimeout(600_000);

/** The narrowest phone, and a laptop of 1280 by 800 at 200 %; each place is checked in both. */
const windows = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
] as const;

/** Windows in which texts of double size are checked. */
const windowsOfLargeTexts = [
  { width: 320, height: 640 },
  { width: 640, height: 800 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
] as const;

/** The ways in which people enlarge all texts to double size, and back. */
const enlargements = {
  async browser(page: Page, isLarge: boolean): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    const standard = isLarge ? 32 : 16;
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    await devtools.detach();
  },
  async page(page: Page, isLarge: boolean): Promise<void> {
    await page.evaluate(
      (size) => {
        document.documentElement.style.fontSize = size;
      },
      isLarge ? '200%' : '',
    );
  },
};

test("[DEVICE-09] a guest's screens and dialogs are not cut off at 320 and 640 px, nor from 320 to 1280 px with text of double size @full", async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  await seed(ada, sampleItems);
  await expectNothingCutOff(ada, [...guestScreens, ...guestLayers]);
  await walkTutorial(ada, 'Continue Without Account', (step) => expectNotCutOff(ada, step));
});

test('[DEVICE-09] the screens and dialogs of a signed-in user are not cut off at these sizes @full', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550107201', 'Ada Augusta King Byron');
  await expectNothingCutOff(ada, userPlaces);
});

test('[DEVICE-09] questions about sharing and changes are not cut off at these sizes @full', async ({
  browser,
  server,
}) => {
  await walkSharing(browser, server.url, expectNotCutOff);
  await walkChanges(browser, server.url, expectNotCutOff);
  await walkFriends(browser, server.url, expectNotCutOff);
});

test('[DEVICE-09] invitations and their page are not cut off at these sizes @full', async ({
  browser,
}) => {
  await walkInvitations(browser, expectNotCutOff);
});

test('[DEVICE-09] notices of losses, refusals and waits are not cut off at these sizes @full', async ({
  browser,
  server,
}) => {
  const proxy = await startFaultProxy(server.url);
  await walkNotices(browser, proxy, expectNotCutOff);
  await walkRefusals(browser, proxy, expectNotCutOff);
  await walkLosses(browser, server.url, expectNotCutOff);
  await proxy.stop();
});

async function expectNothingCutOff(ada: TestPerson, places: readonly AppScreen[]): Promise<void> {
  for (const place of places) {
    await ada.page.setViewportSize(windows[0]);
    await place.open(ada);
    await expectNotCutOff(ada, place.name);
  }
}

const expectNotCutOff: QuestionCheck = async (person, place) => {
  const { page } = person;
  const before = page.viewportSize();
  const expectWhole = async (
    size: (typeof windows)[number] | { width: number; height: number },
    texts: string,
  ) => {
    await page.setViewportSize(size);
    // A dialog opens again when the window changes to another kind of window.
    await stillness(person);
    const lost = await cutOffOn(page);
    expect.soft({ place, size, texts, lost }).toEqual({ place, size, texts, lost: [] });
  };
  for (const size of windows) await expectWhole(size, 'as they are');
  for (const [texts, enlarge] of Object.entries(enlargements)) {
    await enlarge(page, true);
    for (const size of windowsOfLargeTexts) await expectWhole(size, `enlarged by the ${texts}`);
    await enlarge(page, false);
  }
  if (before) await page.setViewportSize(before);
};
