import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { heading } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const rows = () => document.querySelectorAll('main [role=listitem]').length;

test('[PERF-10] the rows of a long list come after the page around it, those in sight first', async () => {
  await openApp('/', {
    items: Array.from({ length: 200 }, (_, place) => ({
      type: 'todo' as const,
      title: `Todo ${place}`,
    })),
  });
  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  // The code of the screen and of its list is there: what is noted is how they are rendered.
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect.poll(rows).toBeGreaterThan(20);
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect.element(heading('Home')).toBeVisible();

  const counts: number[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent === 'Queue') counts.push(rows());
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect.element(heading('Queue')).toBeVisible();
  const inSight = Math.ceil(window.innerHeight / 40) + 1;
  await expect.poll(rows).toBeGreaterThan(inSight);
  observer.disconnect();
  expect(counts[0]).toBe(0);
  const first = counts.find((count) => count > 0) ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(inSight);
});
