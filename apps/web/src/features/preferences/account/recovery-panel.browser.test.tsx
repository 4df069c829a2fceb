import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../../replica/testing/fake-client.ts';
import { Toaster } from '../../../ui/layers/toaster.tsx';
import { render } from '../../../ui/testing/render.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { renderWith } from '../../../replica/testing/render-with.tsx';

const codes = Array.from({ length: 10 }, (_none, at) => `K7QM-4X2P-9RTA-W3D${at}`);

const othersEnded = vi.fn<() => void>();

afterEach(() => {
  vi.restoreAllMocks();
  othersEnded.mockClear();
});

function open(actions: Partial<ClientActions>) {
  const fake = fakeClient(actions);
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <RecoveryPanel onOthersEnded={othersEnded} />);
  return fake;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const make = button('Make new codes');
const list = page.getByRole('list', { name: 'Your new recovery codes' });

test('[RECOVER-07] a code from the phone makes recovery codes, which are shown once, until they are saved', async () => {
  const makeRecoveryCodes = vi.fn<ClientActions['makeRecoveryCodes']>(async ({ code }) =>
    code === '654321' ? ok(codes) : err({ code: 'invalid_code' }),
  );
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  open({ makeRecoveryCodes, requestCode });
  await make.click();
  const field = page.getByRole('textbox', { name: 'Verification code' });
  await expect.element(field).toHaveFocus();
  expect(requestCode.mock.calls.map(([phone, purpose]) => [phone, purpose])).toEqual([
    [ada.phone, 'recovery_codes'],
  ]);
  await field.fill('111111');
  await make.click();
  await expect.element(field).toHaveAccessibleDescription(/correct verification code/);
  await field.fill('654321');
  await make.click();
  await expect.element(list).toHaveTextContent(codes.join(''));
  await expect.element(page.getByText(/shown only this once/)).toHaveFocus();
  await button('I have kept them').click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByText(codes[0] ?? '')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus();
  await expect.element(page.getByRole('status')).toHaveTextContent('10 codes are left.');
});

test('[RECOVER-10] making recovery codes offers to log out other devices, and reports the result beside the codes', async () => {
  const makeRecoveryCodes = vi.fn<ClientActions['makeRecoveryCodes']>(async () => ok(codes));
  open({ makeRecoveryCodes });
  const others = page.getByRole('checkbox', { name: 'Log out my other devices' });
  const said = page.getByText('Your other devices are logged out.');
  await expect.element(others).toBeChecked();
  await make.click();
  await expect.element(said).toBeVisible();
  expect(makeRecoveryCodes.mock.lastCall?.[0]).toMatchObject({ end_other_sessions: true });
  expect(othersEnded).toHaveBeenCalledOnce();
  await button('I have kept them').click();
  await others.click();
  await make.click();
  await expect.element(list).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
  expect(makeRecoveryCodes.mock.lastCall?.[0]).toMatchObject({ end_other_sessions: false });
  expect(othersEnded).toHaveBeenCalledOnce();
});

test('[RECOVER-07] codes can be copied, and saved as a file', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:here';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  open({ makeRecoveryCodes: async () => ok(codes) });
  await make.click();
  await button('Save as file').click();
  expect(names).toEqual(['foray-recovery-codes.txt']);
  expect(await blobs[0]?.text()).toBe(`${codes.join('\n')}\n`);
  await button('Copy').click();
  expect(write.mock.calls).toEqual([[codes.join('\n')]]);
  // Only now, since it covers the buttons.
  render(<Toaster />);
  await expect.element(page.getByText('Recovery codes copied')).toBeVisible();
  await expect.element(list).toBeVisible();
});

test('[RECOVER-07] the number of codes left is shown on request', async () => {
  const left = vi
    .fn<ClientActions['countRecoveryCodes']>()
    .mockResolvedValueOnce(ok(0))
    .mockResolvedValueOnce(ok(1))
    .mockResolvedValueOnce(err({ code: 'no_answer' }));
  open({ countRecoveryCodes: left });
  expect(left).not.toHaveBeenCalled();
  const count = button('See how many are left');
  await count.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('You have no recovery codes.');
  await count.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('1 code is left.');
  await count.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to count');
});

test('[RECOVER-07] offline the panel says that codes need a connection, and otherwise why none could be made', async () => {
  let code = 'forbidden';
  const { setSync } = open({ makeRecoveryCodes: async () => err({ code }) });
  setSync({ online: false });
  await expect.element(make).toBeDisabled();
  await expect.element(page.getByText(/come from the server, and you are offline/)).toBeVisible();
  setSync({ online: true });
  const alert = page.getByRole('alert');
  await make.click();
  await expect.element(alert).toHaveTextContent('Nobody needs a code to sign in here');
  code = 'rate_limited';
  await make.click();
  await expect.element(alert).toHaveTextContent('Too many tries');
  // The server may have created new codes, which would have replaced the former ones.
  code = 'no_answer';
  await make.click();
  await expect.element(alert).toHaveTextContent('It is not certain whether new codes were made.');
});
