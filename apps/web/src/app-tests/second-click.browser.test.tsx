import { page } from 'vitest/browser';
import { atPath, card, main, quickAdd, row, submit, titleIn } from './testing/on-page.ts';
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
