/// <reference types="@vitest/browser-playwright" />
import { cdp, page } from 'vitest/browser';
import { colour, goOn, heading, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { sampleItems } from './testing/sample-items.ts';

test('with reduced motion another theme applies at once, however deeply a text is nested', async () => {
  await openApp('/', { items: sampleItems.slice(0, 4) });
  await expect.element(row('Cross the Alps')).toBeVisible();
  const root = document.documentElement;
  root.classList.replace('light', 'dark');
  const title = document.querySelector('main [data-control=title] span') ?? root;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const inTitle = getComputedStyle(title).color;
  const inBody = getComputedStyle(document.body).color;
  expect(inTitle).toBe(inBody);
  expect(inBody).toBe(colour('--color-ink'));
});

test('[DEVICE-10] with forced colours, selection, focus and progress stay visible', async () => {
  const force = (value: 'active' | 'none') =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'forced-colors', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    });
  await openApp('/campaigns/1', { items: sampleItems.slice(0, 4) });
  onTestFinished(() => force('none').then(() => undefined));
  await force('active');
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
  await expect.element(heading('Cross the Alps')).toBeVisible();
  const track = await page.getByRole('progressbar').findElement();
  const filled = track.firstElementChild;
  if (filled === null) throw new Error('the bar has no filled part');
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(background(filled)).not.toBe(background(track));
  const hasEdge = (element: Element) => {
    const { borderTopWidth, outlineStyle, borderBottomWidth } = getComputedStyle(element);
    return borderTopWidth !== '0px' || borderBottomWidth !== '0px' || outlineStyle !== 'none';
  };
  for (const control of [
    page.getByRole('button', { name: 'Complete', exact: true }),
    page.getByRole('link', { name: 'Sign In' }),
    page.getByRole('tab', { name: 'Contents' }),
  ]) {
    expect(hasEdge(await control.findElement())).toBe(true);
  }
  const chosen = await page.getByRole('tab', { name: 'Contents' }).findElement();
  expect(getComputedStyle(chosen).outlineWidth).toBe('2px');
  goOn('/queue');
  await expect.element(heading('Queue')).toBeVisible();
  const nav = page.getByRole('banner').getByRole('navigation');
  const here = nav.getByRole('link', { name: 'Queue', exact: true });
  expect(hasEdge(await here.findElement())).toBe(true);
});

test('[DEVICE-08] a page prints dates instead of everyday words, and no prompts of empty fields', async () => {
  const emulate = (media: '' | 'print') =>
    cdp().send('Emulation.setEmulatedMedia', { media, features: [] });
  onTestFinished(() => emulate('').then(() => undefined));
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  const due_date = tomorrow.toLocaleDateString('en-CA');
  await openApp('/campaigns/1', {
    items: [
      { type: 'campaign', title: 'Cross the Alps' },
      { type: 'task', title: 'Pack', parent: 0, due_date },
    ],
  });
  const prompt = page.getByRole('button', { name: 'Set end date' });
  await expect.element(prompt).toBeVisible();
  const said = row('Pack').getByText('Due: tomorrow', { exact: true });
  await expect.element(said).toBeVisible();
  await emulate('print');
  await expect.poll(() => matchMedia('print').matches).toBe(true);
  await expect.element(prompt).not.toBeInTheDocument();
  await expect.element(said).not.toBeVisible();
  const exact = await row('Pack')
    .getByText(/^Due: .*, \d{4}$/)
    .findElement();
  expect(exact.getBoundingClientRect().width).toBeGreaterThan(50);
  await emulate('');
  await page.getByRole('tab', { name: 'Activity' }).click();
  const ago = await page.getByRole('listitem').getByRole('time').first().findElement();
  expect(getComputedStyle(ago).fontSize).not.toBe('0px');
  await emulate('print');
  await expect.poll(() => getComputedStyle(ago).fontSize).toBe('0px');
  expect(getComputedStyle(ago, '::after').content).toMatch(/\d{4}/);
});

test('[DEVICE-08] in the dark theme a page prints in light colours, with complete titles and without controls', async () => {
  const emulate = (media: '' | 'print') =>
    cdp().send('Emulation.setEmulatedMedia', { media, features: [] });
  await openApp('/queue', { items: sampleItems });
  onTestFinished(() => emulate('').then(() => undefined));
  const root = document.documentElement;
  onTestFinished(() => void root.classList.replace('dark', 'light'));
  root.classList.replace('light', 'dark');
  await expect.element(heading('Queue')).toBeVisible();
  const longWord = sampleItems[8]?.title ?? '';
  const title = await page.getByText(longWord, { exact: true }).first().findElement();
  expect(title.scrollHeight > title.clientHeight || title.scrollWidth > title.clientWidth).toBe(
    true,
  );
  await emulate('print');
  await expect.poll(() => matchMedia('print').matches).toBe(true);
  expect(getComputedStyle(root).colorScheme).toBe('light');
  expect(colour('--color-ink')).toBe('rgb(22, 25, 31)');
  expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight + 1);
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth + 1);
  const left = [
    ...document.querySelectorAll('nav, [role=search], [role=tablist], [data-toast-region], button'),
  ].filter((element) => element.checkVisibility() && !element.matches('[data-control]'));
  expect(left.map((element) => element.outerHTML.slice(0, 80))).toEqual([]);
});
