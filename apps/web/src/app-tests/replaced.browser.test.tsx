import { page } from 'vitest/browser';
import { openSignedIn, settled, stored } from './testing/account-page.ts';
import { rename, row } from './testing/on-page.ts';

const notice = page.getByText('Your title replaced an earlier one of yours');
const entries = page.getByRole('list', { name: 'Activity, newest first' });

test('[ACT-07] a title that is replaced by a later one is reported once, and can be restored', async () => {
  let id = 0;
  const { server, user } = await openSignedIn('/', async (ada) => {
    id = await ada.make({ type: 'todo', title: 'Boots' });
  });
  await expect.element(row('Boots')).toBeVisible();
  server.setOffline(true);
  await user.call('PATCH', `/api/items/${id}`, { title: 'Red boots' });
  await rename('Boots', 'Big boots');
  await stored();
  server.setOffline(false);
  await expect.element(notice).toBeVisible();
  await settled();
  expect(await user.titles()).toEqual(['Big boots']);
  await page.getByRole('button', { name: 'See', exact: true }).click();
  await expect.element(entries).toHaveTextContent('Red boots');
  await page.getByRole('button', { name: 'Use this text: Red boots' }).first().click();
  await expect.poll(() => user.titles()).toEqual(['Red boots']);
});
