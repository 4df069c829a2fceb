import { expect, type Page } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import type { Person } from './person.ts';
import { guestLayers, guestScreens, userPlaces, walkTutorial, type Place } from './places.ts';
import { sampleItems } from './sample-items.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

/** The narrowest phone, and a laptop of 1280 by 800 at 200 %; each place is checked in both. */
const windows = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
] as const;

test("at 320 and at 640 px a guest's screens and dialogs are not cut off @full", async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  await seed(ada, sampleItems);
  await expectNothingCutOff(ada, [...guestScreens, ...guestLayers]);
  await walkTutorial(ada, 'Continue Without Account', (step) => expectNotCutOff(ada, step));
});

test('at 320 and at 640 px the screens and dialogs of a signed-in user are not cut off @full', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550107201', 'Ada Augusta King Byron');
  await expectNothingCutOff(ada, userPlaces);
});

async function expectNothingCutOff(ada: Person, places: readonly Place[]): Promise<void> {
  for (const place of places) {
    await ada.page.setViewportSize(windows[0]);
    await place.open(ada);
    await expectNotCutOff(ada, place.name);
  }
}

async function expectNotCutOff(ada: Person, place: string): Promise<void> {
  for (const size of windows) {
    await ada.page.setViewportSize(size);
    const lost = await lostOn(ada.page);
    expect.soft({ place, size, lost }).toEqual({ place, size, lost: [] });
  }
}

/**
 * The parts that are cut off. The rules: the page does not scroll sideways; every control is within the
 * window's width with all of its text; a dialog is within the window, and each of its controls can be
 * scrolled into sight.
 */
function lostOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const sideways = document.documentElement.scrollWidth - innerWidth;
    if (sideways > 0) found.push(`the page scrolls sideways by ${sideways}px`);
    const nameOf = (element: Element) =>
      `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)}`;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.sr-only, [inert], [aria-hidden=true]') === null;
    const layer = document.querySelector<HTMLElement>('[role=dialog], [role=alertdialog]');
    // The tutorial is part of the page and scrolls with it.
    if (layer && !layer.closest('main')) {
      const { top, bottom, left, right } = layer.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight + 1 || left < 0 || right > innerWidth + 1) {
        found.push(`the dialog is cut off: ${top} to ${bottom} of ${innerHeight}`);
      }
    }
    const controls = 'a[href], button, input, select, textarea, [role=option], [role=menuitem]';
    for (const control of (layer ?? document.body).querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(control)) continue;
      // A row of tabs may scroll by itself.
      if (control.closest('[role=tablist]')) continue;
      if (layer) control.scrollIntoView({ block: 'nearest' });
      const { top, bottom, left, right, width } = control.getBoundingClientRect();
      if (width === 0 || control.matches('a[href="#main"]')) continue;
      if (left < -1 || right > innerWidth + 1) found.push(`out of the window: ${nameOf(control)}`);
      if (layer && (top < -1 || bottom > innerHeight + 1)) {
        found.push(`out of reach in the dialog: ${nameOf(control)} ${top} to ${bottom}`);
      }
      if (control.matches('button, a') && control.scrollWidth > control.clientWidth + 1) {
        const style = getComputedStyle(control);
        if (style.display !== 'inline') found.push(`text is wider than ${nameOf(control)}`);
      }
    }
    return found;
  });
}
