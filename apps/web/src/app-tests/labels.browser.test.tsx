import { page, userEvent } from 'vitest/browser';
import { button, choose, press, row, texts } from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const many = ['apple', 'banana', 'cherry', 'date', 'elder', 'fig', 'grape', 'herb', 'iris'];
const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Wash up', labels: ['Home'] },
  { type: 'todo', title: 'Call Ada' },
  { type: 'todo', title: 'Buy fruit', labels: many },
];

test('[LABEL-05] labels are added and removed in the sheet, each at once', async () => {
  await openApp('/queue', { items });
  await press(page.getByRole('link', { name: 'Details of Call Ada' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Call Ada', exact: true });
  await dialog.getByRole('button', { name: 'Add labels' }).click();
  const field = dialog.getByLabelText('Labels').and(dialog.getByRole('combobox'));
  const chips = dialog.getByRole('list', { name: 'Labels' }).getByRole('listitem');
  await expect.element(field).toHaveFocus();
  const offered = [...document.querySelectorAll('datalist option')];
  expect(offered.map((one) => one.getAttribute('value'))).toContain('Home');
  // The label gets the spelling in use.
  await userEvent.keyboard('home{Enter}');
  await expect.poll(() => texts(chips)).toEqual(['Home']);
  await userEvent.keyboard('phone,garden{Enter}');
  await expect.poll(() => texts(chips)).toEqual(['garden', 'Home', 'phone']);
  await userEvent.keyboard('{Backspace}');
  await expect.poll(() => texts(chips)).toEqual(['garden', 'Home']);
  await dialog.getByRole('button', { name: 'Remove label garden' }).click();
  await expect.poll(() => texts(chips)).toEqual(['Home']);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  const fact = dialog.getByRole('button', { name: /Labels: Home/ });
  await expect.element(fact).toHaveFocus();
  await fact.click();
  await userEvent.keyboard('roof');
  await dialog.getByText('pending', { exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: /Labels: Home, roof/ })).toBeVisible();
});

test('[LABEL-05] labels are set in Create New Item and changed in Edit, ten at most', async () => {
  await openApp('/queue', { items });
  await userEvent.keyboard('n');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Labels' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Buy a rope');
  await field.click();
  await userEvent.keyboard('boat{Enter}north');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(row('Buy a rope')).toHaveTextContent(/Labels: boat, north/);
  await choose('Buy a rope', 'Edit');
  await dialog.getByRole('button', { name: 'Remove label boat' }).click();
  await button('Save').click();
  await expect.element(row('Buy a rope')).toHaveTextContent(/Labels: north/);
  await choose('Buy fruit', 'Edit');
  await field.click();
  await userEvent.keyboard('kiwi,lemon');
  await expect.element(dialog.getByText('An item has at most 10 labels.')).toBeVisible();
  await expect.element(field).toHaveAttribute('readonly');
  await button('Save').click();
  await expect.element(row('Buy fruit')).toHaveTextContent(/herb, iris, kiwi/);
  await expect.element(row('Buy fruit')).not.toHaveTextContent(/lemon/);
});

/** The chips in sight of an item's row: labels, and the number of the others. */
function chipsOf(title: string): readonly Element[] {
  const box = row(title).element().querySelector('[data-labels]');
  if (box === null) return [];
  const { bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll('[data-label], [data-count]')].filter(
    (chip) => chip.getBoundingClientRect().top < bottom - 1,
  );
}

/** The text of a chip without the number above it. */
const textOf = (chip: Element): string =>
  [...chip.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('[data-rest]')))
    .map((node) => node.textContent)
    .join('');

test('[LABEL-06] a row shows the labels that fit and counts the others; the list of fields shows all', async () => {
  await openApp('/queue', { items });
  await expect.element(row('Buy fruit')).toBeVisible();
  const shown = chipsOf('Buy fruit').map(textOf);
  expect(shown).toEqual(['apple', 'banana', 'cherry', 'date', '+5']);
  await press(page.getByRole('link', { name: 'Details of Buy fruit' }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Buy fruit', exact: true });
  for (const label of many) {
    await expect.element(dialog.getByText(label, { exact: true })).toBeVisible();
  }
});

test('[LABEL-06] a narrow row shows one whole label, and counts the others at the end of the line', async () => {
  const due = { due_date: '2030-01-31', due_time: '08:00' } as const;
  await openApp('/queue', {
    items: [{ type: 'todo', title: 'Water plants', labels: ['garden', 'home', 'roof'], ...due }],
    size: phone,
  });
  await expect.element(row('Water plants')).toBeVisible();
  expect(chipsOf('Water plants').map(textOf)).toEqual(['garden']);
  const box = row('Water plants').element().querySelector('[data-labels]');
  const { top, right } = box?.getBoundingClientRect() ?? new DOMRect();
  const counts = [...(box?.querySelectorAll('[data-rest]') ?? [])].filter((one) => {
    const at = one.getBoundingClientRect();
    return Math.abs(at.top - top) < 1 && Math.abs(at.right - right) < 1;
  });
  const [upper] = counts.toSorted(
    (a, b) => Number(getComputedStyle(b).zIndex) - Number(getComputedStyle(a).zIndex),
  );
  expect(upper?.textContent).toBe('+2');
});

test('[LABEL-06] a label of forty characters is shown completely among the fields, on a phone too', async () => {
  await page.viewport(360, 780);
  const label = 'a label of forty characters, all of them';
  await openApp('/queue', { items: [{ type: 'todo', title: 'Wash up', labels: [label] }] });
  await press(page.getByRole('link', { name: 'Details of Wash up' }), '{Enter}');
  const chip = page.getByRole('dialog', { name: 'Wash up' }).getByText(label, { exact: true });
  await expect.element(chip).toBeVisible();
  const { scrollWidth, clientWidth } = chip.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('[DEVICE-09] with text of double size a row shows a whole label, even beside the item’s place', async () => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await openApp('/my-list', {
    size: phone,
    items: [
      { type: 'campaign', title: 'Move' },
      { type: 'task', title: 'Pack everything in boxes', parent: 0 },
      { type: 'todo', title: 'Give away old books', parent: 1, labels: ['charity', 'بيت'] },
    ],
  });
  const facts = () => row('Give away old books').element().querySelector('[data-facts]');
  await expect.poll(facts).not.toBeNull();
  const shown = [...(facts()?.querySelectorAll('[data-label]') ?? [])];
  expect(shown.map(textOf)).toEqual(['charity', 'بيت']);
  for (const chip of shown) {
    const box = chip.getBoundingClientRect();
    const space = chip.parentElement?.getBoundingClientRect() ?? new DOMRect();
    expect(box.right).toBeLessThanOrEqual(space.right + 0.5);
    const range = document.createRange();
    range.selectNodeContents(chip.lastElementChild ?? chip);
    expect(range.getClientRects()).toHaveLength(1);
  }
});
