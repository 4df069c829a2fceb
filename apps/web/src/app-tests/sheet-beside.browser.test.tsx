import { page, userEvent } from 'vitest/browser';
import { atPath, choose, heading, main, press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  { type: 'task', title: 'Get the boat ready', parent: 0 },
  { type: 'todo', title: 'Third' },
  { type: 'todo', title: 'Second' },
  { type: 'todo', title: 'First' },
];
const wide = { width: 1280, height: 720 };
const sheet = (title: string) => page.getByRole('dialog', { name: title, exact: true });
const space = (title: string) => main.getByRole('link', { name: `Details of ${title}` });
const depth = () => (history.state as { depth?: number }).depth;
const box = (element: Element) => element.getBoundingClientRect();

async function openFirst(size = wide): Promise<void> {
  await openApp('/queue', { items, size });
  await press(space('First'), '{Enter}');
  await expect.element(sheet('First')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role=dialog]') !== null).toBe(true);
}

test('[SHEET-11] from 1280 px on a sheet stands beside the list, which is not covered and can be used', async () => {
  await openFirst();
  await expect.element(sheet('First')).not.toHaveAttribute('aria-modal');
  const edge = box(sheet('First').element()).left;
  for (const title of ['First', 'Second', 'Third']) {
    expect(box(row(title).element()).right).toBeLessThanOrEqual(edge);
  }
  const top = document.elementFromPoint(20, 600);
  expect(top?.closest('#main, body')).not.toBeNull();
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden');
  expect(row('First').element().matches('[data-shown]')).toBe(true);
  // A press in the list acts there, and the sheet stays.
  await row('Second').getByRole('button', { name: 'Complete Second' }).click();
  await expect.element(row('Second')).not.toBeInTheDocument();
  await expect.element(sheet('First')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet('First')).not.toBeInTheDocument();
});

test('[SHEET-11] the arrow keys in the list and in the first line of the sheet change what the sheet shows, Escape closes it, and the focus is on the row', async () => {
  await openFirst();
  const before = depth();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sheet('Second')).toBeVisible();
  await expect.element(space('Second')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sheet('Third')).toBeVisible();
  await expect.element(space('Third')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(sheet('Second')).toBeVisible();
  expect(depth()).toBe(before);
  await userEvent.keyboard('j');
  await expect.element(sheet('Third')).toBeVisible();
  await press(sheet('Third').getByRole('button', { name: 'Set priority' }), 'k');
  await expect.element(sheet('Second')).toBeVisible();
  // Enter on the row of the sheet goes into the sheet.
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => document.activeElement?.closest('[role=dialog]')?.textContent)
    .toContain('Second');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(space('Second')).toHaveFocus();
});

test('[SHEET-11] a press on another row shows its item, and Back closes the sheet at once', async () => {
  await openFirst();
  await space('Third').click();
  await expect.element(sheet('Third')).toBeVisible();
  await space('Second').click();
  await expect.element(sheet('Second')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await atPath('/queue');
  await expect.element(space('Second')).toHaveFocus();
});

test('[SHEET-11] Escape in a field of the list beside a sheet leaves the sheet open', async () => {
  await openFirst();
  await row('Second').getByRole('button', { name: 'Second', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('textbox', { name: 'Edit title' })).not.toBeInTheDocument();
  await expect.element(sheet('First')).toBeVisible();
  const search = main.getByRole('searchbox');
  await search.fill('Sec');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet('First')).toBeVisible();
});

test('[SHEET-11] below 1280 px a sheet is modal', async () => {
  await openFirst({ width: 1279, height: 720 });
  await expect.element(sheet('First')).toHaveAttribute('aria-modal', 'true');
  for (let step = 0; step < 25; step += 1) {
    await userEvent.keyboard('{Tab}');
    expect(sheet('First').element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.click(document.body, { position: { x: 20, y: 300 }, force: true });
  await expect.element(sheet('First')).not.toBeInTheDocument();
  await expect.element(space('First')).toHaveFocus();
});

/** Gives the window a width, and has it render a frame, with which the browser reports the change. */
async function resizeTo(width: number): Promise<void> {
  await page.viewport(width, 720);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

test('[SHEET-11] an open sheet follows the width of the window, except while a text is written in it', async () => {
  await openFirst();
  await resizeTo(1100);
  await expect.element(sheet('First')).toHaveAttribute('aria-modal', 'true');
  await expect.poll(() => document.activeElement?.closest('[role=dialog]') !== null).toBe(true);
  await resizeTo(1280);
  await expect.element(sheet('First')).not.toHaveAttribute('aria-modal');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sheet('Second')).toBeVisible();
  await sheet('Second').getByRole('button', { name: 'Add a description' }).click();
  await userEvent.keyboard('By noon');
  await resizeTo(1100);
  await expect
    .element(sheet('Second').getByRole('textbox', { name: 'Description' }))
    .toHaveValue('By noon');
  await expect.element(sheet('Second')).not.toHaveAttribute('aria-modal');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet('Second').getByRole('textbox')).not.toBeInTheDocument();
  await resizeTo(1280);
  await resizeTo(1100);
  await expect.element(sheet('Second')).toHaveAttribute('aria-modal', 'true');
  await expect.element(sheet('Second')).toHaveTextContent('By noon');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(space('Second')).toHaveFocus();
});

test('[SHEET-11] beside a campaign the sheet takes the place of the side column', async () => {
  await openApp('/campaigns/1', { items, size: wide });
  await expect.element(page.getByRole('complementary')).toBeVisible();
  await press(space('Get the boat ready'), '{Enter}');
  await expect.element(sheet('Get the boat ready')).toBeVisible();
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  expect(box(heading('Sail north').element()).left).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('complementary')).toBeVisible();
  // While it closes, its menu has the same name as that of the row.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await choose('Get the boat ready', 'Details');
  await expect.element(sheet('Get the boat ready')).toBeVisible();
});
