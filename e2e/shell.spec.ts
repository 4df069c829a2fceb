import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import { goOn } from './on-page.ts';
import { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const phone = { width: 360, height: 780 };
const desktop = { width: 1280, height: 800 };
const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);
const header = (page: Page) => page.getByRole('banner');
const navigation = (page: Page) => header(page).getByRole('navigation', { name: 'Main' });

/** A campaign and a task, so that /campaigns/1 and /tasks/2 lead somewhere. */
const two: readonly SeededItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0 },
];

/** The routes that the desktop's nav leads to. */
const navPaths = ['/', '/my-list', '/queue', '/active', '/completed'];

/** Every route, its header title and what its screen is known by. */
const routes: readonly (readonly [path: string, title: string, heading: string])[] = [
  ['/my-list', 'My List', 'My List'],
  ['/queue', 'Queue', 'Queue'],
  ['/active', 'Active', 'Active'],
  ['/completed', 'Completed', 'Completed'],
  ['/campaigns', 'Campaigns', 'Campaigns'],
  ['/campaigns/1', 'Campaign', 'Sail north'],
  ['/tasks/2', 'Task', 'Get the boat ready'],
  ['/contacts', 'Contacts', 'Contacts'],
  ['/notifications', 'Notifications', 'Recent Notifications'],
  ['/preferences', 'Preferences', 'Preferences'],
  ['/login', 'Sign In', 'Sign In to Foray'],
  ['/onboarding', 'Welcome', 'Welcome'],
  ['/', 'Home', 'Home'],
];

test('[ROUTE-01] [ROUTE-05] [LAYOUT-05] every route shows its screen under its title, Home under the brand', async ({
  browser,
}) => {
  const { page } = await withTwo(browser);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const [path, title, heading] of routes) {
      await goOn(page, path);
      await expect(
        page.getByRole('main').getByRole('heading', { name: heading, exact: true }),
      ).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page).toHaveTitle(`${title} · Foray`);
      // On a desktop every page has the nav's texts: of its own places it marks the one that is shown.
      if (viewport === desktop && navPaths.includes(path)) {
        await expect(navigation(page).locator('[aria-current=page]')).toHaveText(title);
      } else if (path !== '/') {
        const named = header(page).locator('[data-header-title]').filter({ visible: true });
        await expect(named).toHaveText(title);
      }
    }
    const brand = header(page)
      .getByRole('link', { name: /^(Home|Foray)$/ })
      .first();
    await expect(brand).toHaveText('Foray');
    await expect(brand.locator('svg')).toBeVisible();
  }
  await page.setViewportSize(phone);
  const centre = await header(page).getByRole('link', { name: 'Home', exact: true }).boundingBox();
  expect(Math.abs((centre?.x ?? 0) + (centre?.width ?? 0) / 2 - phone.width / 2)).toBeLessThan(2);
});

test('[ROUTE-02] any other path says that nothing is there, under the name of the product', async ({
  browser,
}) => {
  const { page } = await at(browser);
  await page.setViewportSize(phone);
  for (const path of ['/nowhere', '/campaigns/1/more']) {
    await goOn(page, path);
    await expect(
      page.getByRole('heading', { name: 'There is nothing at this address.' }),
    ).toBeVisible();
    await expect(header(page).getByText('Foray', { exact: true }).last()).toBeVisible();
    await expect(page).toHaveTitle('Foray');
  }
});

test('[ROUTE-03] until the tutorial is done every route but sign-in leads to it, afterwards none', async ({
  browser,
}) => {
  const { page } = await Person.at(browser, server.url);
  await expect(page).toHaveURL(/\/onboarding$/);
  const others = routes.filter(([path]) => path !== '/login' && path !== '/onboarding');
  for (const [path] of [...others, ['/nowhere']]) {
    await goOn(page, '/login');
    await expect(page.getByRole('heading', { name: 'Sign In to Foray' })).toBeVisible();
    await goOn(page, path ?? '');
    await expect(page).toHaveURL(/\/onboarding$/);
  }
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await expect(page).toHaveURL(/\d\/$/);
  for (const [path] of others) {
    await goOn(page, path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('[ROUTE-04] [LAYOUT-12] the bottom bar leads to five places and marks the current; the add button opens Create New Item', async ({
  browser,
}) => {
  const { page } = await at(browser);
  await page.setViewportSize(phone);
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'My List', 'Queue', 'Active', 'Done']);
  for (const [label, path] of [
    ['My List', '/my-list'],
    ['Queue', '/queue'],
    ['Active', '/active'],
    ['Done', '/completed'],
    ['Home', '/'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(new RegExp(`\\d${path}$`));
    await expect(bar.locator('[aria-current=page]')).toHaveText([label]);
  }
  await page.getByRole('button', { name: 'Add item' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Item' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(desktop);
  await expect(page.getByRole('button', { name: 'Add item' })).toHaveCount(0);
});

test('[LAYOUT-01] the header stays and has a border only once the page has scrolled more than 10px', async ({
  browser,
}) => {
  const ada = await at(browser, '/queue');
  await seed(
    ada,
    Array.from({ length: 40 }, (_, place): SeededItem => ({ type: 'todo', title: `T${place}` })),
  );
  const border = () =>
    header(ada.page).evaluate((element) => {
      const { borderBottomColor: colour, borderBottomWidth: width } = getComputedStyle(element);
      return colour === 'rgba(0, 0, 0, 0)' || width === '0px' ? 'none' : width;
    });
  for (const [scrolled, expected] of [
    [0, 'none'],
    [10, 'none'],
    [11, '1px'],
    [900, '1px'],
    [3, 'none'],
  ] as const) {
    await ada.page.evaluate((to) => window.scrollTo(0, to), scrolled);
    await expect.poll(border).toBe(expected);
    expect((await header(ada.page).boundingBox())?.y).toBe(0);
  }
});

test('[LAYOUT-03] on a phone other pages have a back button, which goes back, or up where nothing is behind', async ({
  browser,
}) => {
  const { page } = await withTwo(browser);
  await page.setViewportSize(phone);
  const back = header(page).getByRole('button', { name: 'Back' });
  await expect(back).toHaveCount(0);
  for (const path of ['/preferences', '/campaigns']) await goOn(page, path);
  await page.getByRole('link', { name: 'Sail north' }).click();
  await expect(page).toHaveURL(/\/campaigns\/1$/);
  await back.click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await back.click();
  await expect(page).toHaveURL(/\/preferences$/);

  await page.goto('/tasks/2');
  // Also before the task has been read.
  await back.click();
  await expect(page).toHaveURL(/\/campaigns\/1$/);
  await back.click();
  await expect(page).toHaveURL(/\/campaigns$/);
});

test('[LAYOUT-04] [LAYOUT-11] [LAYOUT-20] on a phone a guest has a sign-in icon, whose sheet leads to Preferences and to sign-in', async ({
  browser,
}) => {
  const { page } = await at(browser);
  await page.setViewportSize(phone);
  const account = header(page).getByRole('button', { name: 'Account' });
  for (const path of ['/queue', '/active', '/completed', '/my-list', '/notifications', '/']) {
    await goOn(page, path);
    await expect(header(page).getByRole('button', { name: 'Back' })).toHaveCount(0);
    await expect(account.locator('svg')).toBeVisible();
  }
  const sheet = page.getByRole('dialog', { name: 'Account' });
  await account.click();
  await expect(sheet).toContainText('You are using the app locally');
  await expect(sheet.getByText('Local only mode', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Preferences' }).click();
  await expect(page).toHaveURL(/\/preferences$/);
  await goOn(page, '/');
  await account.click();
  await sheet.getByRole('button', { name: 'Sign In to Sync' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(sheet).toHaveCount(0);
});

test('[LAYOUT-06] [LAYOUT-07] [LAYOUT-08] [LAYOUT-20] on a desktop the header has brand, nav, bell, and for a guest Local only and Sign In', async ({
  browser,
}) => {
  const { page } = await at(browser, '/queue');
  const bar = header(page);
  const nav = bar.getByRole('navigation').getByRole('link');
  await expect(nav).toHaveText(['Home', 'My List', 'Queue', 'Active', 'Completed']);
  for (const [label, path] of [
    ['My List', '/my-list'],
    ['Active', '/active'],
    ['Completed', '/completed'],
    ['Queue', '/queue'],
    ['Home', '/'],
  ] as const) {
    await nav.filter({ hasText: label }).click();
    await expect(page).toHaveURL(new RegExp(`\\d${path}$`));
    await expect(bar.locator('[aria-current=page]')).toHaveText([label]);
  }
  await bar.getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await bar.getByRole('link', { name: 'Foray', exact: true }).click();
  await expect(page).toHaveURL(/\d\/$/);
  await expect(bar.getByText('Local only', { exact: true })).toBeVisible();
  await bar.getByRole('link', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('[LAYOUT-17] [LAYOUT-18] Ctrl+K and Cmd+K open the search on every page, ? the keyboard help', async ({
  browser,
}) => {
  const { page } = await withTwo(browser);
  const search = page.getByRole('dialog', { name: 'Search items' });
  for (const [path, , heading] of routes.filter(([path]) => path !== '/onboarding')) {
    await goOn(page, path);
    await expect(
      page.getByRole('main').getByRole('heading', { name: heading, exact: true }),
    ).toBeVisible();
    await page.keyboard.press(path.length % 2 === 0 ? 'Control+k' : 'Meta+k');
    await expect(search.getByPlaceholder('Search items...')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
  }
  for (const key of ['Control+k', 'Meta+k']) {
    await page.getByRole('textbox', { name: 'Title' }).focus();
    await page.keyboard.press(key);
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
  }
  await page.getByRole('textbox', { name: 'Title' }).fill('Who?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Title' }).fill('');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Search items');
  await expect(help).toContainText('Move to messages');
  await page.goto('/onboarding');
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await expect(tutorial.getByRole('button', { name: 'Next' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(search.getByPlaceholder('Search items...')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(tutorial).toBeVisible();
});

test('[LAYOUT-18] ? opens the keyboard help also while another layer is on its way out', async ({
  browser,
}) => {
  const { context, page } = await withTwo(browser);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search items...')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeAttached();
  await expect(page.getByPlaceholder('Search items...')).toHaveValue('');
});

test('[LAYOUT-19] phone, tablet and desktop each have their bars, and none scrolls sideways', async ({
  browser,
}) => {
  const long = 'Unforeseeable-circumstances-notwithstanding '.repeat(5).trim();
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: long, description: long, end_date: '2020-01-02' },
    { type: 'task', title: long, parent: 0, due_date: '2020-01-02' },
    { type: 'todo', title: 'x'.repeat(255), parent: 1 },
    { type: 'todo', title: long },
  ]);
  const { page } = ada;
  const bars = { top: header(page).getByRole('navigation'), bottom: page.locator('nav.fixed') };
  for (const [width, isDesktop] of [
    [320, false],
    [768, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path] of routes.filter(([path]) => path !== '/onboarding')) {
      await goOn(page, path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ path, width, tooWide }).toEqual({ path, width, tooWide: 0 });
      await expect(bars.top).toBeVisible({ visible: isDesktop });
      await expect(bars.bottom).toBeVisible({ visible: !isDesktop });
    }
  }
});

async function withTwo(browser: Browser): Promise<Person> {
  const ada = await at(browser);
  await seed(ada, two);
  return ada;
}
