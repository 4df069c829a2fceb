import { expect, type Page } from '@playwright/test';
import { seed } from './guest.ts';
import { TestPerson } from './person.ts';
import { guestLayers, guestScreens } from './places.ts';
import { sampleItems } from './sample-items.ts';
import { test } from './test.ts';

const phone = { width: 360, height: 780 };

test('every control is at least 44 px wide and high on touch screens @full', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const ada = await TestPerson.in(context);
  await ada.continueWithoutAccount();
  await seed(ada, sampleItems.slice(0, 4));
  const layers = ['quick-add', '/todos/4', 'sheet', 'sheet with its editors'];
  const touched = guestLayers.filter(({ name }) => layers.includes(name));
  expect(touched.map(({ name }) => name)).toEqual(layers);
  for (const place of [...guestScreens.slice(0, 9), ...touched]) {
    await place.open(ada);
    expect
      .soft({ place: place.name, small: await smallTargets(ada.page) })
      .toEqual({ place: place.name, small: [] });
  }
});

/** The visible controls whose touch area is less than 44 px wide or high. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input, select, textarea',
    )) {
      const isHidden = !control.checkVisibility({ opacityProperty: true });
      if (isHidden || control.matches('.sr-only, a[href="#main"]')) continue;
      const box = control.getBoundingClientRect();
      const label = control.closest('label')?.getBoundingClientRect();
      const after = getComputedStyle(control, '::after');
      const grown = after.position === 'absolute' ? after : null;
      const width = Math.max(box.width, label?.width ?? 0, Number.parseFloat(grown?.width ?? '0'));
      const height = Math.max(
        box.height,
        label?.height ?? 0,
        Number.parseFloat(grown?.height ?? '0'),
      );
      if (width >= 43.5 && height >= 43.5) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      small.push(`${control.tagName} ${name.slice(0, 40)}: ${width} x ${height}`);
    }
    return small;
  });
}
