import { err, ok } from '@foray/domain';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../replica/testing/fake-client.ts';
import { render } from '../../ui/testing/render.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';

const needsCode = async (_signal: unknown, code?: string) =>
  code === '654321' ? ok(undefined) : err({ code: 'invalid_code' });

function open(actions: Partial<ClientActions>, panel: React.ReactNode) {
  const { client, setSession } = fakeClient(actions);
  setSession({ kind: 'user', user: ada });
  render(<ClientProvider client={client}>{panel}</ClientProvider>);
}

const dialog = page.getByRole('alertdialog');
const field = dialog.getByRole('textbox', { name: 'Verification code' });

test('[SIGN-14] deleting the account asks for a code where the server wants one, and sends it along', async () => {
  const deleteAccount = vi.fn<ClientActions['deleteAccount']>(needsCode);
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  open({ deleteAccount, requestCode }, <DeleteAccountPanel />);
  await page.getByRole('button', { name: 'Delete account...' }).click();
  await dialog.getByRole('textbox').fill('delete');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect.element(field).toHaveFocus();
  expect(requestCode).toHaveBeenCalledExactlyOnceWith(
    ada.phone,
    'delete_account',
    expect.any(AbortSignal),
  );
  await field.fill('111111');
  await confirm.click();
  await expect.element(field).toHaveAccessibleDescription(/correct verification code/);
  await field.fill('654321');
  await confirm.click();
  await expect
    .poll(() => deleteAccount.mock.calls.map(([, code]) => code))
    .toEqual([undefined, '111111', '654321']);
  expect(requestCode).toHaveBeenCalledOnce();
});

test('[SIGN-14] logging out everywhere asks for a code where the server wants one', async () => {
  const endAllSessions = vi.fn<ClientActions['endAllSessions']>(needsCode);
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  const known = { listSessions: async () => ok([]), unsentCount: async () => 0 };
  open({ ...known, endAllSessions, requestCode }, <DevicesPanel />);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const confirm = dialog.getByRole('button', { name: 'Log out everywhere' });
  await confirm.click();
  await expect.element(field).toHaveFocus();
  expect(requestCode.mock.calls.map(([, purpose]) => purpose)).toEqual(['end_sessions']);
  await field.fill('654321');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(endAllSessions.mock.calls.map(([, code]) => code)).toEqual([undefined, '654321']);
});

test('[SIGN-14] a code that cannot be sent is said, and nothing is done', async () => {
  const requestCode = signInAnswers.refused('rate_limited');
  open({ deleteAccount: needsCode, requestCode }, <DeleteAccountPanel />);
  await page.getByRole('button', { name: 'Delete account...' }).click();
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete the account');
  await expect.element(field).not.toBeInTheDocument();
});
