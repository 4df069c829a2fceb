import { page } from 'vitest/browser';
import { atPath, card, main, quickAdd, row, submit, titleIn, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

/** The click that ends the `detail`-th press in a row at one place. */
function click(element: Element, detail: number): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
}

test('[DEVICE-07] the second click of a double click on the first Add todo does not follow the link that has moved under the pointer', async () => {
  await openApp('/', { size: { width: 1100, height: 720 } });
  await titleIn(card).fill('Buy a rope');
  const button = await submit.findElement();
  click(button, 1);
  await expect.element(row('Buy a rope')).toBeVisible();
  const link = main.getByRole('link', { name: /^Today/ });
  await expect.element(link.first()).toBeInTheDocument();
  click(link.first().element(), 2);
  await atPath('/');
  await expect.element(page.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
  // A separate click follows the link.
  click(link.first().element(), 1);
  await atPath('/today');
});

/** A tap as Safari on iOS reports it: `detail` is always 1. */
function tap(element: Element, atMs: number, clientX = 100): void {
  const at = { bubbles: true, cancelable: true, clientX, clientY: 100 };
  const down = new PointerEvent('pointerdown', { ...at, pointerType: 'touch' });
  Object.defineProperty(down, 'timeStamp', { value: atMs });
  element.dispatchEvent(down);
  element.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
}

test.each([
  { after: 'at once', ms: 120, x: 104, acts: false },
  { after: 'later', ms: 400, x: 104, acts: true },
  { after: 'elsewhere', ms: 120, x: 160, acts: true },
])('[DEVICE-07] a second tap $after acts: $acts', async ({ ms, x, acts }) => {
  const items = ['Sew', 'Row', 'Sail'].map((title) => ({ type: 'todo' as const, title }));
  await openApp('/queue', { items });
  const status = (title: string) =>
    row(title)
      .getByRole('button', { name: `Complete ${title}` })
      .findElement();
  const next = await status('Row');
  // The counting of taps loads with the frame.
  await expect.element(toast).toBeInTheDocument();
  tap(await status('Sail'), 1000);
  await expect.element(row('Sail')).not.toBeInTheDocument();
  tap(next, 1000 + ms, x);
  tap(await status('Sew'), 9000);
  await expect.element(row('Sew')).not.toBeInTheDocument();
  if (acts) await expect.element(row('Row')).not.toBeInTheDocument();
  else await expect.element(row('Row')).toBeVisible();
});

test('[DEVICE-07] a second click on the same element acts again', async () => {
  await openApp('/');
  await quickAdd('todo', 'Buy a rope');
  const link = await main
    .getByRole('link', { name: /^Today/ })
    .first()
    .findElement();
  click(link, 1);
  await atPath('/today');
  history.back();
  await atPath('/');
  const again = await main
    .getByRole('link', { name: /^Today/ })
    .first()
    .findElement();
  click(again, 1);
  click(again, 2);
  await atPath('/today');
});
