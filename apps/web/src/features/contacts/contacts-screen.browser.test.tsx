import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { render } from '../../ui/testing/render.tsx';
import { ContactsScreen } from './contacts-screen.tsx';

test('[CONT-01] who is signed out is told that contacts need an account', async () => {
  render(
    <ClientProvider client={fakeClient().client}>
      <ContactsScreen />
    </ClientProvider>,
  );
  await expect.element(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('You need to sign in to manage contacts', { exact: true }))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', '/login');
});
