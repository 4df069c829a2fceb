import { page, userEvent } from 'vitest/browser';
import {
  atPath,
  button,
  choose,
  goOn,
  heading,
  press,
  row,
  said,
  texts,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { menuEntry } from '../ui/testing/menu-entry.ts';

const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north' },
  {
    type: 'task',
    title: 'Get the boat ready',
    parent: 0,
    description: 'Ask https://a.example/x_(y). Or mailto:ada@a.example',
  },
  { type: 'todo', title: 'Buy a rope', parent: 1 },
  { type: 'todo', title: 'Call Ada' },
];

/** Opens the sheet of an item of the visible list. */
async function open(title: string) {
  await press(page.getByRole('link', { name: `Details of ${title}` }), '{Enter}');
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect.element(dialog).toBeVisible();
  return dialog;
}

test('[SHEET-05] the title of every type is edited in the sheet, and the first Escape only closes its editor', async () => {
  await openApp('/campaigns/1', { items });
  const dialog = await open('Get the boat ready');
  const title = dialog.getByRole('button', { name: 'Get the boat ready', exact: true });
  await title.click();
  const editor = dialog.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Something else');
  await userEvent.keyboard('{Escape}');
  await expect.element(title).toHaveFocus();
  await title.click();
  await editor.fill('Make the boat ready');
  await userEvent.keyboard('{Enter}');
  const renamed = page.getByRole('dialog', { name: 'Make the boat ready', exact: true });
  await expect.element(renamed).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Make the boat ready')).toBeVisible();
});

const dates = page.getByRole('dialog', { name: /^Date of/ });

test('[SHEET-05] [DATE-05] the date is set, changed and removed in the dialog that the sheet opens, and the focus returns to it', async () => {
  await openApp('/queue', { items });
  const dialog = await open('Call Ada');
  await dialog.getByRole('button', { name: 'Set due date' }).click();
  const words = dates.getByRole('textbox', { name: 'When' });
  await expect.element(words).toHaveFocus();
  await words.fill('May 6, 2030');
  await userEvent.keyboard('{Enter}');
  const fact = (day: string) => dialog.getByRole('button', { name: `Due: ${day}` });
  await expect.element(fact('May 6, 2030')).toHaveFocus();
  await fact('May 6, 2030').click();
  await dates.getByRole('button', { name: 'Wednesday, May 8, 2030' }).click();
  await expect.element(fact('May 8, 2030')).toHaveFocus();
  await fact('May 8, 2030').click();
  await dates.getByRole('button', { name: 'No date' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Set due date' })).toHaveFocus();
});

test('[SHEET-05] [DATE-05] Back leaves the dialog of an end date, and the next one its sheet', async () => {
  await openApp('/campaigns', { items });
  await choose('Sail north', 'Details');
  const dialog = page.getByRole('dialog', { name: 'Sail north', exact: true });
  await dialog.getByRole('button', { name: 'Set end date' }).click();
  await expect.element(dates).toBeVisible();
  await expect.poll(() => (history.state as { layers?: number }).layers).toBe(1);
  history.back();
  await expect.element(dates).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Set end date' }).click();
  await dates.getByRole('textbox', { name: 'When' }).fill('May 6, 2030');
  await userEvent.keyboard('{Enter}');
  await expect.element(dates).not.toBeInTheDocument();
  await expect.poll(() => (history.state as { layers?: number }).layers ?? 0).toBe(0);
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Due: May 6, 2030')).toBeVisible();
});

test('[SHEET-05] priority, assignee and place are changed in the sheet', async () => {
  await openApp('/queue', { items });
  const dialog = await open('Call Ada');
  await dialog.getByRole('button', { name: 'Set priority' }).click();
  await dialog.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(dialog.getByRole('button', { name: 'High priority' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Assigned to: Unassigned' }).click();
  await dialog.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Assigned to: Sam Lee' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Place: Top level' }).click();
  await page
    .getByRole('dialog', { name: 'Move “Call Ada”' })
    .getByRole('button', { name: /^task ?Get the boat ready/ })
    .click();
  await expect
    .element(dialog.getByRole('button', { name: 'Place: Get the boat ready' }))
    .toBeVisible();
});

test('[SHEET-05] the description is edited in the sheet: leaving the field saves it', async () => {
  await openApp('/queue', { items });
  const dialog = await open('Call Ada');
  const field = dialog.getByRole('textbox', { name: 'Description' });
  await dialog.getByRole('button', { name: 'Add a description' }).click();
  await expect.element(field).toHaveFocus();
  await field.fill('About the rope.');
  await dialog.getByText('pending', { exact: true }).click();
  await expect.element(dialog.getByText('About the rope.')).toBeVisible();
  const edit = dialog.getByRole('button', { name: 'Edit description' });
  await edit.click();
  await field.fill('About two ropes.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('About two ropes.')).toBeVisible();
  await edit.click();
  await field.fill('About three ropes.');
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  const again = await open('Call Ada');
  await expect.element(again.getByText('About three ropes.')).toBeVisible();
});

test('[SHEET-05] the sheet shows the next step, the keys, the content, Activity and the menu of an item', async () => {
  await openApp('/campaigns/1', { items });
  const dialog = await open('Get the boat ready');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect.element(dialog.getByText('in progress', { exact: true })).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Complete', exact: true }), 'c');
  await expect.element(dialog.getByText('completed', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('list', { name: 'Todos' })).toHaveTextContent('Buy a rope');
  const add = dialog.getByRole('textbox', { name: 'Title' });
  await add.fill('Buy a sail');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('list', { name: 'Todos' })).toHaveTextContent('Buy a sail');
  await add.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByText('Activity', { exact: true }).click();
  const log = dialog.getByRole('list', { name: 'Activity, newest first' });
  await expect.element(log).toHaveTextContent('Guest User created the task');
  // The log has entries of this item only.
  await expect.element(log).not.toHaveTextContent('Buy a rope');
  await dialog.getByRole('button', { name: 'More actions for Get the boat ready' }).click();
  for (const name of ['Copy link', 'Assign to', 'Move to…', 'Delete']) {
    await expect.element(menuEntry(name, dialog)).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

test('[SHEET-05] editable fields come first in a sheet', async () => {
  await openApp('/campaigns/1', { items });
  const dialog = await open('Get the boat ready');
  const facts = dialog.getByRole('list', { name: 'About' }).getByRole('listitem');
  await expect
    .poll(() => texts(facts).filter((one) => one !== ''))
    .toEqual([
      'Set due date',
      'Set priority',
      'Add labels',
      'Assigned to: Unassigned',
      'Place: Sail north',
      'Created by: Guest User',
    ]);
});

test('[SHEET-05] deleting an item in its sheet closes the sheet, and the focus moves on in the list', async () => {
  await openApp('/tasks/2', {
    items: [...items, { type: 'todo', title: 'Buy a sail', parent: 1 }],
  });
  const dialog = await open('Buy a rope');
  await dialog.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  await menuEntry('Delete', dialog).click();
  await said('Todo deleted');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe('');
  await expect.element(row('Buy a rope')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[data-uuid]') !== null).toBe(true);
});

test('[SHEET-05] the sheet of a missing item says so', async () => {
  await openApp('/queue?item=00000000-0000-4000-8000-000000000000', { items });
  const dialog = page.getByRole('dialog', { name: 'Details', exact: true });
  await expect.element(dialog.getByText('This item is not here any more.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[SHEET-06] addresses in a description are links, in the sheet and on the page', async () => {
  await openApp('/campaigns/1', { items });
  const dialog = await open('Get the boat ready');
  const check = async (place: typeof dialog) => {
    const web = place.getByRole('link', { name: 'https://a.example/x_(y)', exact: true });
    await expect.element(web).toHaveAttribute('href', 'https://a.example/x_(y)');
    await expect.element(web).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(web).toHaveAttribute('target', '_blank');
    const mail = place.getByRole('link', { name: 'mailto:ada@a.example' });
    await expect.element(mail).toHaveAttribute('href', 'mailto:ada@a.example');
  };
  await check(dialog);
  goOn('/tasks/2');
  await expect.element(heading('Get the boat ready')).toBeVisible();
  await check(page.getByRole('main'));
});

test('[SHEET-07] the fields beside a detail page are edited in place', async () => {
  await openApp('/tasks/2', { items });
  const facts = page.getByRole('list', { name: 'About' });
  await facts.getByRole('button', { name: 'Set due date' }).click();
  await dates.getByRole('textbox', { name: 'When' }).fill('May 6, 2030');
  await userEvent.keyboard('{Enter}');
  await expect.element(facts.getByRole('button', { name: 'Due: May 6, 2030' })).toHaveFocus();
  await facts.getByRole('button', { name: 'Set priority' }).click();
  await page.getByRole('menuitemradio', { name: 'Low' }).click();
  await expect.element(facts.getByRole('button', { name: 'Low priority' })).toBeVisible();
  await facts.getByRole('button', { name: 'Assigned to: Unassigned' }).click();
  await page.getByRole('menuitemradio', { name: 'Sam Lee' }).click();
  await expect.element(facts.getByRole('button', { name: 'Assigned to: Sam Lee' })).toBeVisible();
  await facts.getByRole('button', { name: 'Place: Sail north' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Move “Get the boat ready”' }))
    .toBeVisible();
});

test('[SHEET-08] Copy link copies the address of any item', async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  onTestFinished(() => write.mockRestore());
  await openApp('/queue', { items });
  await choose('Call Ada', 'Copy link');
  await said('Link copied');
  const { pathname } = new URL(copied[0] ?? '');
  // No server has assigned it a number that is valid on other devices.
  expect(pathname).toMatch(/^\/todos\/[0-9a-f-]{36}$/);
  goOn(pathname);
  await expect.element(page.getByRole('dialog', { name: 'Call Ada', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  goOn('/campaigns/1');
  await expect.element(heading('Sail north')).toBeVisible();
  await choose('Get the boat ready', 'Copy link');
  await expect.poll(() => copied.length).toBe(2);
  goOn(new URL(copied[1] ?? '').pathname);
  await expect.element(heading('Get the boat ready')).toBeVisible();
  await atPath('/tasks/2');
});

test('[LAYOUT-23] Complete is less prominent while items inside are open, and says how many to screen readers', async () => {
  await openApp('/tasks/2', {
    items: items.map((item, place) => (place === 1 ? { ...item, status: 'in_progress' } : item)),
  });
  const complete = button('Complete');
  await expect.element(complete).toHaveAccessibleDescription('1 still open');
  expect(complete.element().classList).not.toContain('bg-accent');
  const accent = () => complete.element().classList.contains('bg-accent');
  await choose('Buy a rope', 'Delete');
  await expect.poll(accent).toBe(true);
  await expect.element(complete).not.toHaveAccessibleDescription();
});
