import { page, userEvent } from 'vitest/browser';
import { atPath, focus, heading, main, titles } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

test('Back to a list restores its tab and its search', async () => {
  await openApp('/', {
    items: [
      { type: 'campaign', title: 'Sail north' },
      { type: 'campaign', title: 'Sail south' },
      { type: 'todo', title: 'Buy a rope' },
    ],
  });
  const campaigns = main.getByRole('tab', { name: /Campaigns/ });
  const link = (name: string) => main.getByRole('link', { name, exact: true });
  await campaigns.click();
  await link('Sail north').click();
  await expect.element(heading('Sail north')).toBeVisible();
  history.back();
  await expect.element(campaigns).toHaveAttribute('aria-selected', 'true');

  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'My List' }).click();
  const search = main.getByRole('searchbox');
  await search.fill('south');
  await expect.poll(titles).toEqual(['Sail south']);
  await link('Sail south').click();
  await expect.element(heading('Sail south')).toBeVisible();
  history.back();
  await expect.element(search).toHaveValue('south');
  await expect.poll(titles).toEqual(['Sail south']);
  history.back();
  await expect.element(campaigns).toHaveAttribute('aria-selected', 'true');
  await nav.getByRole('link', { name: 'My List' }).click();
  await expect.element(search).toHaveValue('');
});

test('Skip to content moves the focus to the main part and does not change the address', async () => {
  await openApp('/queue');
  await focus(page.getByRole('link', { name: 'Skip to content' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(main).toHaveFocus();
  await atPath('/queue');
  expect(location.hash).toBe('');
});
