import { ok } from '@foray/domain';
import { page } from 'vitest/browser';
import { ClientProvider, type ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { render } from '../../ui/testing/render.tsx';
import { beginVisitAt } from '../testing/begin-visit.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const rest = {
  userId: 4711,
  phone: ada.phone,
  changes: 3,
  isDeletionRequested: false,
  former: 'rest',
} as const;

function shown(actions: Partial<ClientActions> = {}) {
  const fake = fakeClient(actions);
  fake.setSession({ kind: 'user', user: ada });
  render(
    <ClientProvider client={fake.client}>
      <h1 data-route-heading tabIndex={-1}>
        Home
      </h1>
      <WaitingNotice path="/" />
    </ClientProvider>,
  );
  return fake;
}

test('[AUTH-06] nobody is asked to sign in with the number of the current session', async () => {
  const fake = shown();
  fake.setPendingAccounts([rest]);
  await expect
    .element(page.getByText('3 changes of your earlier account cannot be sent.'))
    .toBeVisible();
  await expect.element(page.getByText(/sign in with this number/i)).not.toBeInTheDocument();
  const others = { ...rest, userId: 9, phone: '+4917000', former: null } as const;
  fake.setPendingAccounts([{ ...rest, former: 'toBring' }, others]);
  await expect
    .element(page.getByText('3 changes of your earlier account are waiting.'))
    .toBeVisible();
  await expect.element(page.getByText('3 changes of +4917000 are waiting.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
});

test('[AUTH-06] a guest sees the number of waiting changes and the phone number, and a link to sign in', async () => {
  const startedAt = location.pathname;
  onTestFinished(() => beginVisitAt(startedAt));
  const fake = shown();
  fake.setSession({ kind: 'guest' });
  fake.setPendingAccounts([
    { ...rest, changes: 1, former: null },
    { ...rest, userId: 9, phone: '+4917000', former: null },
  ]);
  await expect.element(page.getByText(`1 change of ${ada.phone} is waiting.`)).toBeVisible();
  await expect.element(page.getByText('3 changes of +4917000 are waiting.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
});

test('[AUTH-06] an account that cannot be opened is listed by its number', async () => {
  const fake = shown();
  const closed = { ...rest, phone: '+4917000', changes: null, former: null } as const;
  fake.setPendingAccounts([closed]);
  await expect.element(page.getByText('Changes of +4917000 may be waiting.')).toBeVisible();
  await expect.element(page.getByText(/cannot be opened now/)).toBeVisible();
  await expect.element(page.getByText(/sign in with this number/i)).not.toBeInTheDocument();
  fake.setPendingAccounts([closed, { ...rest, userId: 9, phone: '+4917001', former: null }]);
  await expect.element(page.getByText('3 changes of +4917001 are waiting.')).toBeVisible();
  await expect.element(page.getByText(/sign in with this number/i)).toBeVisible();
});

test('changes that can no longer be sent can be saved, and are erased after a question', async () => {
  const discardFormer = vi.fn(async () => {
    fake.setPendingAccounts([]);
    return true;
  });
  const exported = { pieces: ['{}'], items: 2, exportedAt: '2026-01-05T00:00:00.000Z' };
  const exportFormer = vi.fn(async () => ok(exported));
  const fake = shown({ discardFormer, exportFormer });
  fake.setPendingAccounts([rest]);
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await expect.poll(() => exportFormer).toHaveBeenCalledWith(rest.userId);
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard what is left?' });
  expect(discardFormer).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => discardFormer).toHaveBeenCalledWith(rest);
  await expect.element(page.getByText(/earlier account/)).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe('Home');
});
