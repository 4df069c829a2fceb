import type { AccountExport } from '@foray/contract';
import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../../replica/testing/fake-client.ts';
import { Toaster } from '../../../ui/layers/toaster.tsx';
import { render } from '../../../ui/testing/render.tsx';
import { AccountFile } from './account-file.tsx';
import { renderWith } from '../../../replica/testing/render-with.tsx';

const everything = {
  format: 'foray-account',
  version: 1,
  exported_at: '2026-03-01T12:00:00.000Z',
  account: { ...ada, phone_verified_at: null },
} as AccountExport;

afterEach(() => void vi.restoreAllMocks());

/** Opens the panel for a signed-in user, and records the saved files. */
function open(actions: Partial<ClientActions>) {
  const files: { name: string; blob: Blob }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:here';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.at(-1);
    if (blob !== undefined) files.push({ name: this.download, blob });
  });
  const fake = fakeClient(actions);
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <AccountFile />);
  return { ...fake, files };
}

const save = page.getByRole('button', { name: 'Save everything about you' });

test('[EXPORT-07] the export asks for a code if the server requires one, and sends the code along', async () => {
  const exportAccount = vi.fn<ClientActions['exportAccount']>(async (_signal, proof) =>
    proof?.code === '654321' ? ok(everything) : err({ code: 'invalid_code' }),
  );
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  const { files } = open({ exportAccount, requestCode });
  await save.click();
  const field = page.getByRole('textbox', { name: 'Verification code' });
  await expect.element(field).toHaveFocus();
  expect(files).toEqual([]);
  await field.fill('654321');
  await save.click();
  await expect.element(field).not.toBeInTheDocument();
  expect(files).toHaveLength(1);
  expect(requestCode.mock.calls.map(([, purpose]) => purpose)).toEqual(['export']);
});

test('[EXPORT-07] offline the export says that it needs a connection, and a failure is shown', async () => {
  let code = 'no_answer';
  const { files, setSync } = open({ exportAccount: async () => err({ code }) });
  setSync({ online: false });
  await expect.element(save).toBeDisabled();
  await expect.element(page.getByText(/comes from the server, and you are offline/)).toBeVisible();
  setSync({ online: true });
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to get everything');
  code = 'rate_limited';
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('asked for too often');
  expect(files).toEqual([]);
});

test('[EXPORT-07] an export saves everything about a person as a file', async () => {
  const { files } = open({ exportAccount: async () => ok(everything) });
  await save.click();
  // Only now, since it covers the button.
  render(<Toaster />);
  await expect.element(page.getByText('File saved', { exact: true })).toBeVisible();
  expect(files.map(({ name }) => name)).toEqual(['foray-account-2026-03-01.json']);
  expect(JSON.parse((await files[0]?.blob.text()) ?? '')).toEqual(everything);
});
