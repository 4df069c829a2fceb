import { page, userEvent } from 'vitest/browser';
import { atPath, goOn, heading, main, texts } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import { itemsOfRoutes, routes } from './testing/routes.ts';
import type { SeedItem } from './testing/seed.ts';

const desktop = { width: 1280, height: 800 };
const header = page.getByRole('banner');
const navigation = header.getByRole('navigation', { name: 'Main' });
const screenHeading = (name: string) => main.getByRole('heading', { name, exact: true });

/**
 * The visible one of these elements: other window sizes have their own, and some are for screen readers only.
 */
const seen = (elements: Iterable<Element>) =>
  [...elements].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
  );

/** Pages of items and days are named by their own headings, others by their header titles. */
const documentTitle = (path: string, title: string, name: string) =>
  `${/^\/(campaigns|tasks)\/|^\/(today|upcoming|search)$/.test(path) ? name : title} · Foray`;

/** The routes that the desktop's nav leads to. */
const navPaths = ['/', '/my-list', '/queue', '/active', '/completed'];

test('[ROUTE-01] [ROUTE-05] [ROUTE-06] [LAYOUT-05] every route shows its screen under its title, Home under the brand', async () => {
  await openApp('/', { items: itemsOfRoutes });
  for (const size of [phone, desktop]) {
    await page.viewport(size.width, size.height);
    for (const [path, title, name] of routes) {
      goOn(path);
      await expect.element(screenHeading(name)).toBeVisible();
      await expect.poll(() => location.pathname).toBe(path);
      await expect.poll(() => document.title).toBe(documentTitle(path, title, name));
      // On a desktop every page has the texts of the nav, in which its own link is marked.
      if (size === desktop && navPaths.includes(path)) {
        await expect.poll(current).toEqual([title]);
      } else if (path !== '/') {
        const named = () =>
          seen(header.element().querySelectorAll('[data-header-title]')).map(
            ({ textContent }) => textContent,
          );
        // The brand there is the product's name.
        const isBrand = title === 'Foray' && size === desktop;
        await expect.poll(named).toEqual(isBrand ? [] : [title]);
      }
    }
    const brand = header.getByRole('link', { name: /^(Home|Foray)$/ }).first();
    await expect.element(brand).toHaveTextContent(/^Foray$/);
    expect(brand.element().querySelector('svg')).toBeVisible();
  }
  await page.viewport(phone.width, phone.height);
  const brand = header.getByRole('link', { name: 'Home', exact: true });
  await expect.element(brand).toBeVisible();
  const { left, width } = brand.element().getBoundingClientRect();
  expect(Math.abs(left + width / 2 - phone.width / 2)).toBeLessThan(2);
});

test('[LAYOUT-22] a page without a link in the nav has its name beside the nav, and no link is marked as current', async () => {
  await openApp('/campaigns', { items: itemsOfRoutes });
  await expect.element(screenHeading('Campaigns')).toBeVisible();
  expect(current()).toEqual([]);
  const name = header.getByText('Campaigns', { exact: true }).element();
  expect(getComputedStyle(name).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  goOn('/queue');
  await expect.poll(current).toEqual(['Queue']);
});

test('[ROUTE-02] any other path says that nothing was found, under the name of the product', async () => {
  await openApp('/', { size: phone });
  for (const path of ['/nowhere', '/campaigns/1/more']) {
    goOn('/');
    await expect.element(heading('Home')).toBeVisible();
    goOn(path);
    await expect
      .element(page.getByRole('heading', { name: 'There is nothing at this address.' }))
      .toBeVisible();
    await expect.element(header.getByText('Foray', { exact: true }).last()).toBeVisible();
    await expect.poll(() => document.title).toBe('Foray');
  }
});

test('[INVITE-10] the page of invitations is at an address of its own', async () => {
  await openApp('/', { size: phone });
  goOn('/invitations');
  await expect.element(page.getByRole('heading', { name: 'Invitations', level: 1 })).toBeVisible();
});

test('[ROUTE-03] until the tutorial is done every route except sign-in leads to it; afterwards none does', async () => {
  await openApp('/', { tutorial: 'ahead' });
  await atPath('/onboarding');
  const others = routes.filter(([path]) => path !== '/login' && path !== '/onboarding');
  for (const [path] of [...others, ['/nowhere'] as const]) {
    goOn('/login');
    await expect.element(heading('Sign In to Foray')).toBeVisible();
    goOn(path);
    await atPath('/onboarding');
  }
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await atPath('/');
  for (const [path] of others) {
    goOn(path);
    await expect.element(main.getByRole('heading').first()).toBeVisible();
    await atPath(path);
  }
});

test('[ROUTE-04] [LAYOUT-12] the bottom bar links to five pages and marks the current one; the add button opens Create New Item', async () => {
  await openApp('/', { size: phone });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const links = bar.getByRole('link');
  await expect.poll(() => texts(links)).toEqual(['Home', 'My List', 'Queue', 'Active', 'Done']);
  for (const [label, path] of [
    ['My List', '/my-list'],
    ['Queue', '/queue'],
    ['Active', '/active'],
    ['Done', '/completed'],
    ['Home', '/'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click();
    await atPath(path);
    await expect.poll(current).toEqual([label]);
  }
  const add = page.getByRole('button', { name: 'Add item' });
  await add.click();
  await expect.element(page.getByRole('dialog', { name: 'Create New Item' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.viewport(desktop.width, desktop.height);
  await expect.element(add).not.toBeInTheDocument();
});

test('[LAYOUT-12] the add button is hidden while a quick-add card is open', async () => {
  await openApp('/', { size: phone });
  const add = page.getByRole('button', { name: 'Add item' });
  await expect.element(add).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).click();
  await expect.element(add).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(add).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Coil the ropes');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Done' }).click();
  await atPath('/completed');
  await expect.element(add).toBeVisible();
});

test('[LAYOUT-01] the header stays in place, and has a border once the page has scrolled more than 10px', async () => {
  const many = Array.from({ length: 40 }, (_, place) => `T${place}`);
  await openApp('/queue', { items: many.map((title): SeedItem => ({ type: 'todo', title })) });
  // Some of the items are read before the others.
  await expect.element(main.getByRole('listitem')).toHaveLength(many.length);
  const border = () => {
    const { borderBottomColor: colour, borderBottomWidth: width } = getComputedStyle(
      header.element(),
    );
    return colour === 'rgba(0, 0, 0, 0)' || width === '0px' ? 'none' : width;
  };
  for (const [scrolled, expected] of [
    [0, 'none'],
    [10, 'none'],
    [11, '1px'],
    [600, '1px'],
    [3, 'none'],
  ] as const) {
    window.scrollTo(0, scrolled);
    expect(scrollY).toBe(scrolled);
    await expect.poll(border).toBe(expected);
    expect(header.element().getBoundingClientRect().top).toBe(0);
  }
});

test('[LAYOUT-03] on a phone other pages have a back button, which goes back, or up if there is no page to go back to', async () => {
  const app = await openApp('/', { items: itemsOfRoutes, size: phone });
  const back = header.getByRole('button', { name: 'Back' });
  await expect.element(heading('Home')).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
  goOn('/preferences');
  await expect.element(heading('Preferences')).toBeVisible();
  goOn('/campaigns');
  await page.getByRole('link', { name: 'Sail north', exact: true }).click();
  await atPath('/campaigns/1');
  await back.click();
  await atPath('/campaigns');
  await back.click();
  await atPath('/preferences');

  await app.visit('/tasks/2');
  await back.click();
  await atPath('/campaigns/1');
  await back.click();
  await atPath('/campaigns');
});

test('[LAYOUT-04] [LAYOUT-11] [LAYOUT-20] on a phone a guest has a sign-in icon, which opens a sheet with links to Preferences and to sign-in', async () => {
  await openApp('/', { size: phone });
  const account = header.getByRole('button', { name: 'Account' });
  for (const path of ['/queue', '/active', '/completed', '/my-list', '/notifications', '/']) {
    goOn(path);
    const [, , name] = routes.find(([known]) => known === path) ?? [];
    await expect.element(screenHeading(name ?? '')).toBeVisible();
    await expect.element(header.getByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await expect.element(account).toBeVisible();
    expect(account.element().querySelector('svg')).toBeVisible();
  }
  const sheet = page.getByRole('dialog', { name: 'Account' });
  await account.click();
  await expect.element(sheet).toHaveTextContent('You are using the app locally');
  await expect.element(sheet.getByText('Local only mode', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Preferences' }).click();
  await atPath('/preferences');
  goOn('/');
  await account.click();
  await sheet.getByRole('button', { name: 'Sign In to Sync' }).click();
  await atPath('/login');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('[LAYOUT-06] [LAYOUT-07] [LAYOUT-08] [LAYOUT-20] on a desktop the header has brand, nav and bell, and for a guest Local only and Sign In', async () => {
  await openApp('/queue', { size: desktop });
  const link = (name: string) => header.getByRole('link', { name, exact: true });
  await expect
    .poll(() => texts(navigation.getByRole('link')))
    .toEqual(['Home', 'My List', 'Queue', 'Active', 'Completed']);
  for (const [label, path] of [
    ['My List', '/my-list'],
    ['Active', '/active'],
    ['Completed', '/completed'],
    ['Queue', '/queue'],
    ['Home', '/'],
  ] as const) {
    await navigation.getByRole('link', { name: label }).click();
    await atPath(path);
    await expect.poll(current).toEqual([label]);
  }
  await header.getByRole('link', { name: 'Notifications' }).click();
  await atPath('/notifications');
  await link('Foray').click();
  await atPath('/');
  await expect.element(header.getByText('Local only', { exact: true })).toBeVisible();
  await link('Sign In').click();
  await atPath('/login');
});

test('[LAYOUT-19] phone, tablet and desktop each have their bars, and none scrolls sideways', async () => {
  const long = 'Unforeseeable-circumstances-notwithstanding '.repeat(5).trim();
  await openApp('/', {
    items: [
      { type: 'campaign', title: long, description: long, end_date: '2020-01-02' },
      { type: 'task', title: long, parent: 0, due_date: '2020-01-02' },
      { type: 'todo', title: 'x'.repeat(255), parent: 1 },
      { type: 'todo', title: long },
    ],
  });
  for (const [width, bars] of [
    [320, ['bottom']],
    [768, ['bottom']],
    [1280, ['top']],
  ] as const) {
    await page.viewport(width, 800);
    for (const [path, title, name] of routes.filter(([known]) => known !== '/onboarding')) {
      goOn(path);
      const heading = /\d$/.test(path) ? long : name;
      await expect.poll(() => document.title).toBe(documentTitle(path, title, heading));
      await expect.element(main.getByRole('heading').first()).toBeVisible();
      const look = () => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const shown = seen(document.querySelectorAll('header nav, nav.fixed'));
        return {
          path,
          width,
          tooWide: scrollWidth - clientWidth,
          bars: shown.map((bar) => (bar.matches('nav.fixed') ? 'bottom' : 'top')),
        };
      };
      await expect.poll(look).toEqual({ path, width, tooWide: 0, bars });
    }
  }
});

/** The marks of the current page in the visible bar. */
function current(): (string | null)[] {
  const marked = document.querySelectorAll('nav [aria-current=page]');
  return seen(marked).map(({ textContent }) => textContent);
}
