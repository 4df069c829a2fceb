import { page } from 'vitest/browser';
import { press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const bubble = (): Element | null => document.querySelector('[data-tooltip-bubble]');

test('[LAYOUT-25] a tooltip is below its control, or beside it at the bottom of the window', async () => {
  const items = Array.from({ length: 30 }, (_, place): SeedItem => ({
    type: 'todo',
    title: `Todo ${place + 1}`,
  }));
  await openApp('/', { items, size: { width: 1280, height: 700 } });
  const control = row('Todo 28').getByRole('button', { name: /^Assign / });
  await expect.element(control).toBeInTheDocument();
  // By the keyboard, since focusing by script shows no tooltip. Tooltips are loaded once the browser is idle;
  // an earlier focus shows none.
  await expect
    .poll(async () => {
      await press(control, '{ArrowRight}{ArrowLeft}');
      return bubble();
    })
    .not.toBeNull();
  const itsRow = () => row('Todo 28').element().getBoundingClientRect();
  const bottom = () => control.element().getBoundingClientRect().bottom;
  expect(bubble()?.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom());

  control.element().blur();
  await expect.poll(bubble).toBeNull();
  await page.viewport(1280, Math.round(bottom()) + 20);
  // A scroll would close it.
  (await control.findElement()).focus({ preventScroll: true });
  await expect.poll(bubble).not.toBeNull();
  const box = bubble()?.getBoundingClientRect();
  expect(box?.top).toBeGreaterThanOrEqual(itsRow().top);
  expect(box?.bottom).toBeLessThanOrEqual(itsRow().bottom);
  expect(box?.right).toBeLessThanOrEqual(control.element().getBoundingClientRect().left);
  await page.viewport(1280, 720);
});
