import { page, userEvent } from 'vitest/browser';
import { row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { currentToast } from '../ui/layers/toast.ts';

const { loaded, load } = vi.hoisted(() => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  return { loaded, load: () => load() };
});
vi.mock('../items/create/typed-title.tsx', async (original) => {
  await loaded;
  return original();
});

test('[TYPE-17] a title sent before its reader has loaded is read afterwards, in one step that can be undone', async () => {
  await openApp('/', { items: [{ type: 'todo', title: 'Pack' }] });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.click();
  await userEvent.keyboard('Call mum tomorrow 6pm #family{Enter}');
  await expect.element(row('Call mum tomorrow 6pm #family')).toBeVisible();
  await expect.element(title).toHaveValue('');
  await userEvent.keyboard('Plain words{Enter}');
  await expect.element(row('Plain words')).toBeVisible();
  await userEvent.keyboard('Renamed tomorrow{Enter}');
  await row('Renamed tomorrow').getByRole('button', { name: 'Renamed tomorrow' }).click();
  await page.getByRole('textbox', { name: 'Edit title' }).fill('Renamed');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Renamed')).toBeVisible();

  load();
  await expect.element(row('Call mum')).toHaveTextContent(/Due: tomorrow, 6:00\sPM.*family/);
  expect(currentToast()).toMatchObject({
    title: expect.stringMatching(/^Read: tomorrow, 6:00\sPM, #family$/),
    description: 'Call mum',
  });
  await expect.element(row('Plain words')).toBeVisible();
  await expect.element(row('Renamed')).not.toHaveTextContent(/tomorrow/i);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Call mum tomorrow 6pm #family')).toBeVisible();
});
