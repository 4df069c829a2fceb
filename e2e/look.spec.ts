import { expect, type Page } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { Person } from './person.ts';
import { guestLayers, guestScreens, sampleItems } from './places.ts';
import { test } from './test.ts';

test.setTimeout(240_000);

const laptop = { width: 1280, height: 800 };
const phone = { width: 360, height: 780 };

test('a laptop shows 12 rows of a list at once, a phone 8', async ({ browser, server }) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(
    ada,
    Array.from({ length: 30 }, (_, place) => ({
      type: 'todo' as const,
      title: `Todo ${place + 1}`,
      ...(place % 4 === 0 && { due_date: '2999-01-01' }),
    })),
  );
  for (const [viewport, rows] of [
    [laptop, 12],
    [phone, 8],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect(ada.row('Todo 30')).toBeVisible();
    const whole = await page.evaluate(() => {
      const bar = document.querySelector('nav[aria-label] ul')?.closest('nav.fixed');
      const end = bar?.getBoundingClientRect().top || innerHeight;
      const lines = [...document.querySelectorAll('main [role=listitem]')];
      return lines.filter((line) => line.getBoundingClientRect().bottom <= end).length;
    });
    expect(whole).toBeGreaterThanOrEqual(rows);
  }
});

test('what stands behind a title never lies over the buttons of its row', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(ada, sampleItems.slice(0, 4));
  // The narrowest in which a row is one line.
  await page.setViewportSize({ width: 725, height: 1180 });
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const row = ada.row('Pack');
  const due = await row.getByText(/overdue$/).boundingBox();
  const assign = await row.getByRole('button', { name: /^Assign Pack/ }).boundingBox();
  expect((due?.x ?? Infinity) + (due?.width ?? 0)).toBeLessThanOrEqual(assign?.x ?? 0);
});

test('under a finger every control is at least 44 px wide and high', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const ada = await Person.in(context);
  await ada.continueWithoutAccount();
  await seed(ada, sampleItems.slice(0, 4));
  for (const place of [...guestScreens.slice(0, 9), ...guestLayers.slice(0, 1)]) {
    await place.open(ada);
    expect.soft({ place: place.name, small: await smallTargets(ada.page) }).toEqual({
      place: place.name,
      small: [],
    });
  }
});

test('nothing moves for longer than 200 ms, and nothing at all with reduced motion', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(ada, sampleItems);
  for (const place of guestLayers.filter(({ name }) => name !== 'title editor')) {
    for (const [reducedMotion, longestMs] of [
      ['no-preference', 200],
      ['reduce', 0.01],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await place.open(ada);
      expect(await longestMotionMs(page), `${place.name}, ${reducedMotion}`).toBeLessThanOrEqual(
        longestMs,
      );
    }
  }
});

test('with reduced motion another theme is there at once, however deep a text lies', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(ada, sampleItems.slice(0, 4));
  await expect(ada.row('Cross the Alps')).toBeVisible();
  const colours = await page.evaluate(async () => {
    const root = document.documentElement;
    root.classList.replace('light', 'dark');
    const title = document.querySelector('main [data-control=title] span') ?? root;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return [getComputedStyle(title).color, getComputedStyle(document.body).color];
  });
  expect(colours[0]).toBe(colours[1]);
  expect(colours[1]).toBe(await ada.colour('--ink'));
});

test('with forced colours what is chosen, focused or filled can still be told', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url, '/queue');
  const { page } = ada;
  await seed(ada, sampleItems.slice(0, 4));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/campaigns/1');
  const filled = page.getByRole('progressbar').locator(':scope > *');
  const track = page.getByRole('progressbar');
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await filled.evaluate(colour)).not.toBe(await track.evaluate(colour));
  const edge = (element: Element) => {
    const { borderTopWidth, outlineStyle, borderBottomWidth } = getComputedStyle(element);
    return borderTopWidth !== '0px' || borderBottomWidth !== '0px' || outlineStyle !== 'none';
  };
  for (const control of [
    page.getByRole('button', { name: 'Complete', exact: true }),
    page.getByRole('link', { name: 'Sign In' }),
    page.getByRole('tab', { name: 'Contents' }),
  ]) {
    expect(await control.evaluate(edge)).toBe(true);
  }
  await page.goto('/queue');
  const here = page.getByRole('navigation').getByRole('link', { name: 'Queue', exact: true });
  expect(await here.evaluate(edge)).toBe(true);
});

/** The longest animation or transition that any element would make once, in ms. */
function longestMotionMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const toMs = (duration: string) => Number.parseFloat(duration) * 1000;
    let longest = 0;
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      const names = style.animationName.split(', ');
      const counts = style.animationIterationCount.split(', ');
      style.animationDuration.split(', ').forEach((duration, place) => {
        // What turns or breathes for as long as something loads is no motion that one waits for.
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

/** The controls in sight of which the part that can be touched is less than 44 px wide or high. */
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
