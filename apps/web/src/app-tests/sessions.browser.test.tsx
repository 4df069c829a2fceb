import { page } from 'vitest/browser';
import { openSignedIn, settled, signIn } from './testing/account-page.ts';
import { button, quickAdd, row, said } from './testing/on-page.ts';

const unauthenticated = { error: { code: 'unauthenticated', message: 'Sign in.' } };
const expired = { kind: 'status', status: 401, body: unauthenticated } as const;
const banner = page.getByRole('banner');

const localOnly = banner.getByText('Local only');

test('[LOGIN-09] the question about deleting the account can be closed while the server does not respond', async () => {
  const { server } = await openSignedIn('/preferences');
  const { met } = server.faults.plan({ kind: 'hung' }, { method: 'DELETE', path: /^\/api\/me$/ });
  const question = page.getByRole('alertdialog');
  const remove = async () => {
    await button('Delete account...').click();
    await question.getByRole('textbox').fill('delete');
    await question.getByRole('button', { name: 'Delete my account' }).click();
  };
  await remove();
  await met;
  await expect.element(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText(/^If the server had received it already/)).toBeVisible();
  await remove();
  await said('Your account is deleted');
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await expect.poll(names).not.toContainEqual(expect.stringMatching(/^foray-/));
});

test('[AUTH-04] a 401 during a push signs the user out and shows the number of unsent changes, which are sent after the next sign-in', async () => {
  const { server, user } = await openSignedIn();
  // It was created offline: the response hides the item as soon as it arrives.
  server.setOffline(true);
  await quickAdd('todo', 'Find the map');
  server.faults.plan(expired, { path: /^\/api\/batch/ });
  server.setOffline(false);
  await said('You have been signed out', '1 change waits on this device. Sign in again to sync.');
  await expect.element(localOnly).toBeVisible();
  await expect.element(row('Find the map')).not.toBeInTheDocument();

  await signIn(user.phone);
  await expect.element(row('Find the map')).toBeVisible();
  await settled();
  expect(await user.titles()).toEqual(['Find the map']);
});
