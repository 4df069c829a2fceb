import type { Confirmation } from '@foray/contract';
import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../../replica/testing/fake-client.ts';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { renderWith } from '../../../replica/testing/render-with.tsx';

const recoveryCode = 'K7QM-4X2P-9RTA-W3DN';
const needsCode = async (_signal: unknown, proof: Confirmation = {}) =>
  proof.code === '654321' || proof.recovery_code === recoveryCode
    ? ok(undefined)
    : err({ code: 'invalid_code' });

function open(actions: Partial<ClientActions>, panel: React.ReactNode) {
  const { client, setSession } = fakeClient(actions);
  setSession({ kind: 'user', user: ada });
  renderWith(client, panel);
}

const dialog = page.getByRole('alertdialog');
const field = dialog.getByRole('textbox', { name: 'Verification code' });

test('[SIGN-14] deleting the account asks for a code if the server requires one, and sends the code along', async () => {
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
    .poll(() => deleteAccount.mock.calls.map(([, proof]) => proof))
    .toEqual([undefined, { code: '111111' }, { code: '654321' }]);
  expect(requestCode).toHaveBeenCalledOnce();
});

test('[SIGN-14] logging out everywhere asks for a code if the server requires one', async () => {
  const endAllSessions = vi.fn<ClientActions['endAllSessions']>(needsCode);
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  const known = { listSessions: async () => ok({ data: [] }), unsentCount: async () => 0 };
  open({ ...known, endAllSessions, requestCode }, <DevicesPanel />);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const confirm = dialog.getByRole('button', { name: 'Log out everywhere' });
  await confirm.click();
  await expect.element(field).toHaveFocus();
  expect(requestCode.mock.calls.map(([, purpose]) => purpose)).toEqual(['end_sessions']);
  await field.fill('654321');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(endAllSessions.mock.calls.map(([, proof]) => proof)).toEqual([
    undefined,
    { code: '654321' },
  ]);
});

test('[SIGN-14] a code that cannot be sent is reported, and no action is taken', async () => {
  const requestCode = signInAnswers.refused('rate_limited');
  open({ deleteAccount: needsCode, requestCode }, <DeleteAccountPanel />);
  await page.getByRole('button', { name: 'Delete account...' }).click();
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete the account');
  await expect.element(field).not.toBeInTheDocument();
});

const useRecovery = page.getByRole('button', { name: 'Use a recovery code' });
const recoveryField = page.getByRole('textbox', { name: 'Recovery code' });

test('[RECOVER-08] a recovery code deletes the account, even if no code can be sent', async () => {
  const deleteAccount = vi.fn<ClientActions['deleteAccount']>(needsCode);
  open(
    { deleteAccount, requestCode: signInAnswers.refused('rate_limited') },
    <DeleteAccountPanel />,
  );
  await page.getByRole('button', { name: 'Delete account...' }).click();
  await dialog.getByRole('textbox').fill('delete');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await useRecovery.click();
  await expect.element(recoveryField).toHaveFocus();
  await recoveryField.fill('0000');
  await confirm.click();
  await expect.element(recoveryField).toHaveAccessibleDescription(/not right, or it was used/);
  await recoveryField.fill(recoveryCode);
  await confirm.click();
  await expect
    .poll(() => deleteAccount.mock.calls.map(([, proof]) => proof))
    .toEqual([undefined, { recovery_code: '0000' }, { recovery_code: recoveryCode }]);
});

test('[RECOVER-08] a recovery code logs out everywhere, and the sent code can be chosen again', async () => {
  const endAllSessions = vi.fn<ClientActions['endAllSessions']>(needsCode);
  const known = { listSessions: async () => ok({ data: [] }), unsentCount: async () => 0 };
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  open({ ...known, endAllSessions, requestCode }, <DevicesPanel />);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const confirm = dialog.getByRole('button', { name: 'Log out everywhere' });
  await confirm.click();
  await field.fill('65');
  await useRecovery.click();
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Use a code from your phone' }).click();
  await expect.element(field).toHaveValue('65');
  await useRecovery.click();
  await recoveryField.fill(recoveryCode);
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(endAllSessions.mock.lastCall?.[1]).toEqual({ recovery_code: recoveryCode });
  expect(requestCode).toHaveBeenCalledOnce();
});
