import { page } from 'vitest/browser';
import { fillSignIn, logOut, openSignedIn, settled } from './testing/account-page.ts';
import { AppServer, newPhone } from './testing/app-server.ts';
import { atPath, button, heading, main, openItem, quickAdd } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { tutorial } from '../settings/tutorial.ts';

test('[DEVICE-05] a link opened while signed out offers to sign in, and signing in returns to it', async () => {
  const server = new AppServer();
  const phone = newPhone();
  const app = await openApp('/login', { server });
  await fillSignIn(phone);
  await main.getByRole('button', { name: 'Sign In' }).click();
  await atPath('/');
  await quickAdd('task', 'Get the boat ready');
  await settled();
  await openItem('Get the boat ready');
  await expect.poll(() => location.pathname).not.toMatch(/\d{13}/);
  const address = location.pathname;
  await logOut();
  await expect.element(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();

  await app.visit(address);
  await expect.element(page.getByText(/^Sign in to see this/)).toBeVisible();
  await main.getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(phone);
  await main.getByRole('button', { name: 'Sign In' }).click();
  await atPath(address);
  await expect.element(heading('Get the boat ready')).toBeVisible();
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/login?to=/'])(
  '[DEVICE-05] signing in never navigates to %s',
  async (to) => {
    await openApp(`/login?${new URLSearchParams({ to })}`, { server: new AppServer() });
    await fillSignIn(newPhone());
    await main.getByRole('button', { name: 'Sign In' }).click();
    await atPath('/');
  },
);

test('[DEVICE-05] a link opened on a first visit opens its item after the tutorial, skipped or with a sign-in', async () => {
  const server = new AppServer();
  const phone = newPhone();
  const app = await openApp('/login', { server });
  await fillSignIn(phone);
  await main.getByRole('button', { name: 'Sign In' }).click();
  await atPath('/');
  await quickAdd('task', 'Get the boat ready');
  await settled();
  await openItem('Get the boat ready');
  await expect.poll(() => location.pathname).not.toMatch(/\d{13}/);
  const address = location.pathname;
  await logOut();
  await expect.element(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();

  tutorial.reset();
  await app.visit(address);
  await atPath('/onboarding');
  await button('Skip tutorial').click();
  await atPath(address);
  await expect.element(page.getByText(/^Sign in to see this/)).toBeVisible();

  tutorial.reset();
  await app.visit(address);
  await atPath('/onboarding');
  await button('Next').click();
  await button('Sign In').click();
  await button('Next').click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await button('Next').click();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await button('Next').click();
  await expect.element(page.getByText('Step 3 of 7', { exact: true })).toBeVisible();
  await button('Skip tutorial').click();
  await atPath(address);
  await expect.element(heading('Get the boat ready')).toBeVisible();
});

test.each(['/', '/queue', '/contacts'])(
  '[DEVICE-05] [ONB-03] after a first visit that began at %s the tutorial leads to Home',
  async (path) => {
    await openApp(path, { tutorial: 'ahead' });
    await atPath('/onboarding');
    await button('Skip tutorial').click();
    await atPath('/');
  },
);

test('[DEVICE-06] the address of an item created offline still works after the sync, in other tabs too', async () => {
  const { app, server } = await openSignedIn();
  server.setOffline(true);
  await quickAdd('task', 'Get the boat ready');
  await openItem('Get the boat ready');
  const address = location.pathname;
  expect(address).toMatch(/\d{13}/);
  server.setOffline(false);
  window.dispatchEvent(new Event('online'));
  await settled();
  await app.visit(address);
  await expect.element(heading('Get the boat ready')).toBeVisible();
});
