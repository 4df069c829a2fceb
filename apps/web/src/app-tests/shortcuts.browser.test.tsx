/// <reference types="@vitest/browser-playwright" />
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { goOn, heading, main, press } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { itemsOfRoutes, routes } from './testing/routes.ts';

const search = page.getByRole('dialog', { name: 'Search items' });
const searchField = search.getByPlaceholder('Search items...');
const screenHeading = (name: string) => main.getByRole('heading', { name, exact: true });

test('[LAYOUT-17] [LAYOUT-18] Ctrl+K and Cmd+K open the search on every page, ? the keyboard help', async () => {
  await openApp('/', { items: itemsOfRoutes });
  const keys = ['{Control>}k{/Control}', '{Meta>}k{/Meta}'];
  for (const [place, [path, , name]] of routes.entries()) {
    if (path === '/onboarding') continue;
    goOn(path);
    await expect.element(screenHeading(name)).toBeVisible();
    await userEvent.keyboard(keys[place % 2] ?? '');
    await expect.element(searchField).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toBeInTheDocument();
  }
  const title = page.getByRole('textbox', { name: 'Title' });
  for (const key of keys) {
    await press(title, key);
    await expect.element(search).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toBeInTheDocument();
  }
  await press(title, 'Who?');
  await expect.element(title).toHaveValue('Who?');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await title.fill('');
  await press(heading('Home'), '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toHaveTextContent('Search items');
  await expect.element(help).toHaveTextContent('Move to messages');
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();

  goOn('/onboarding');
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await expect.element(tutorial.getByRole('button', { name: 'Next' })).toBeVisible();
  await userEvent.keyboard(keys[0] ?? '');
  await expect.element(searchField).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(tutorial).toBeVisible();
});

test('[LAYOUT-18] ? opens the keyboard help also while another layer is on its way out', async () => {
  await openApp('/', { items: itemsOfRoutes });
  const motion = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });
  const speed = (playbackRate: number) => cdp().send('Animation.setPlaybackRate', { playbackRate });
  await motion('no-preference');
  await cdp().send('Animation.enable');
  await speed(0.001);
  onTestFinished(async () => {
    await speed(1);
    await cdp().send('Animation.disable');
    await motion('reduce');
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByPlaceholder('Search items...')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('?');
  await expect
    .element(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    .toBeInTheDocument();
  await expect.element(page.getByPlaceholder('Search items...')).toHaveValue('');
});
