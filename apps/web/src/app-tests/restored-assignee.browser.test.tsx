import { page } from 'vitest/browser';
import { openSignedIn, settled } from './testing/account-page.ts';
import type { ServerAccount } from './testing/app-server.ts';
import { goOn, row } from './testing/on-page.ts';

test('[BLOCK-21] after a restore a toast names the assignee who was left out, and links to Activity', async () => {
  let ben: ServerAccount | null = null;
  const { user } = await openSignedIn('/', async (ada, server) => {
    ben = await server.account('Ben Hall');
    await server.befriend(ada, ben);
    const id = await ada.make({ type: 'todo', title: 'Boots', assigned_to: ben.id });
    await ada.call('DELETE', `/api/items/${id}`);
    await ben.call('POST', `/api/contacts/${ada.id}/block`, {});
  });
  goOn('/preferences');
  await page.getByRole('button', { name: 'Bring back Boots' }).click();
  await expect.element(page.getByText('Brought back without Ben Hall')).toBeVisible();
  await expect.element(page.getByText('They cannot be assigned there any more.')).toBeVisible();
  await settled();
  expect(await user.titles()).toEqual(['Boots']);
  await page.getByRole('button', { name: 'See', exact: true }).click();
  await expect
    .element(page.getByRole('list', { name: 'Activity, newest first' }))
    .toHaveTextContent(/Ben Hall/);
  goOn('/');
  await expect.element(row('Boots')).toBeVisible();
});
