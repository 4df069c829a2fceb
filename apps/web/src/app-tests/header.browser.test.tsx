import { page } from 'vitest/browser';
import { atPath, goOn, main } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { itemsOfRoutes, routes } from './testing/routes.ts';

const header = page.getByRole('banner');

/** The pages that have the account in the place of Back on phones and tablets. */
const topLevel = ['/', '/queue', '/active', '/completed', '/my-list', '/notifications'];

/** The names of the header's visible controls, links with their targets. */
const controls = (): string[] =>
  [...header.element().querySelectorAll<HTMLElement>('button, a')]
    .filter((control) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .map((control) => {
      const name = control.getAttribute('aria-label') ?? control.innerText;
      return control.matches('a') ? `${name} → ${control.getAttribute('href')}` : name;
    });

test('[LAYOUT-03] [LAYOUT-04] [LAYOUT-06] every page has the bell, and below 1024 px Back or, on top-level pages, the account', async () => {
  await openApp('/', { items: itemsOfRoutes });
  const pages = [
    ...routes.filter(([path]) => path !== '/onboarding'),
    ['/nowhere', 'Foray', 'There is nothing at this address.'] as const,
  ];
  for (const width of [390, 1023, 1024]) {
    await page.viewport(width, 800);
    for (const [path, , name] of pages) {
      goOn(path);
      await expect.element(main.getByRole('heading', { name, exact: true }).first()).toBeVisible();
      const look = () => {
        const shown = controls();
        const left = shown.filter((control) => control === 'Back' || control === 'Account');
        return { path, width, left, bell: shown.filter((control) => /notif/i.test(control)) };
      };
      const left = width >= 1024 ? [] : topLevel.includes(path) ? ['Account'] : ['Back'];
      await expect
        .poll(look)
        .toEqual({ path, width, left, bell: ['Notifications → /notifications'] });
    }
  }
  await page.viewport(390, 800);
  goOn('/tasks/2');
  await header.getByRole('link', { name: 'Notifications' }).click();
  await atPath('/notifications');
});
