import { AppServer, type ServerAccount } from './testing/app-server.ts';
import { openSignedIn, settled, signIn } from './testing/account-page.ts';
import { goOn, main } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const choice = main.getByRole('combobox', { name: 'Open with' });
const reading = main.getByText('Read dates and names while typing', { exact: true });
const typing = main.getByRole('switch', { name: 'Read dates and names while typing' });

/** Another device of the person changes settings. */
const change = (user: ServerAccount, rows: Readonly<Record<string, object>>) =>
  user.call('POST', '/api/private', {
    rows: Object.entries(rows).map(([id, value]) => ({ kind: 'setting', id, value })),
  });

/** The settings that the server has. */
async function atServer(user: ServerAccount) {
  const { private_rows: rows = [] } = await user.call<{
    readonly private_rows?: readonly { readonly id: string; readonly value: object }[];
  }>('GET', '/api/changes?since=0');
  return Object.fromEntries(rows.map(({ id, value }) => [id, value]));
}

test('[PRIV-09] settings changed on another device are shown without a reload, and those changed here reach it', async () => {
  const { app, user } = await openSignedIn('/preferences');
  await expect.element(choice).toHaveDisplayValue('Home');
  await change(user, { start: { path: '/today' }, typing: { isRead: false } });
  await expect.element(choice).toHaveDisplayValue('Today');
  await expect.element(typing).not.toBeChecked();
  expect(localStorage.getItem('start-storage')).toContain('"path":"/today"');
  expect(localStorage.getItem('typing-storage')).toContain('"isRead":false');
  await choice.selectOptions('Queue');
  await reading.click();
  await expect
    .poll(() => atServer(user))
    .toEqual({ start: { path: '/queue' }, typing: { isRead: true } });
  await app.reopen();
  await expect.element(choice).toHaveDisplayValue('Queue');
  await expect.element(typing).toBeChecked();
});

test('[PRIV-09] the change that is sent last wins if two devices changed a setting offline', async () => {
  const { server, user } = await openSignedIn('/preferences');
  server.setOffline(true);
  await choice.selectOptions('Queue');
  await change(user, { start: { path: '/today' } });
  server.setOffline(false);
  await expect.poll(() => atServer(user)).toEqual({ start: { path: '/queue' } });
  await settled();
  await expect.element(choice).toHaveDisplayValue('Queue');
  await change(user, { start: { path: '/upcoming' } });
  await expect.element(choice).toHaveDisplayValue('Upcoming');
});

test('[PRIV-09] values that only a later release knows change nothing here', async () => {
  const { user } = await openSignedIn('/preferences');
  await change(user, {
    start: { path: '/calendar' },
    typing: { isRead: 'sometimes' },
    language: { code: 'de' },
  });
  await change(user, { typing: { isRead: false } });
  await expect.element(typing).not.toBeChecked();
  await expect.element(choice).toHaveDisplayValue('Home');
  expect(localStorage.getItem('start-storage')).toBeNull();
});

test('[PRIV-06] [PRIV-09] a guest’s settings come to an account without any, and give way to those of an account', async () => {
  const server = new AppServer();
  const known = await server.account();
  await change(known, { start: { path: '/today' } });
  await openApp('/preferences', { server });
  await choice.selectOptions('Queue');
  await reading.click();
  await signIn(known.phone, known.name);
  await expect
    .poll(() => atServer(known))
    .toEqual({ start: { path: '/today' }, typing: { isRead: false } });
  goOn('/preferences');
  await expect.element(choice).toHaveDisplayValue('Today');
  await expect.element(typing).not.toBeChecked();
});

test('[PRIV-09] the theme and the swipes stay on their device', async () => {
  const { server, user } = await openSignedIn('/preferences');
  await main.getByText('Dark', { exact: true }).click();
  await main.getByText('Swipe rows', { exact: true }).click();
  await settled();
  expect(await atServer(user)).toEqual({});
  expect(server.calls).not.toContain('POST /api/private');
});
