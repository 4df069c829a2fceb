import { err, ok } from '@foray/domain';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { currentToast } from '../../ui/toast.ts';
import { render } from '../../ui/testing/render.tsx';
import { ContactsScreen } from './contacts-screen.tsx';

test('[CONT-01] a guest sees that contacts need an account', async () => {
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

const button = (name: string) => page.getByRole('button', { name, exact: true });
const review = page.getByRole('heading', { name: 'Review Import' });
const heading = page.getByRole('heading', { name: 'Import Contacts' });

const good = new File(['name,phone\nAda,+4915112345678\n'], 'good.csv', { type: 'text/csv' });
const refused = new File(['name,phone\nAda,\n'], 'refused.csv', { type: 'text/csv' });

/** A user whose server accepts every contact. */
function open(actions: Partial<ClientActions> = {}) {
  const fake = fakeClient({
    importContacts: async () => ok({ count: 1, invalid: [], beyond: [] }),
    listMutuals: async () => err({ code: 'no_answer' }),
    ...actions,
  });
  fake.setSession({ kind: 'user', user: ada });
  render(
    <ClientProvider client={fake.client}>
      <ContactsScreen />
    </ClientProvider>,
  );
  return fake;
}

async function choose(file: File): Promise<void> {
  await userEvent.upload(page.getByLabelText('Import from CSV').last(), file);
}

for (const way of ['Cancel', 'Import'])
  test(`the focus goes to the heading above when ${way} closes the review`, async () => {
    open();
    await choose(good);
    await expect.element(review).toHaveFocus();
    await button(way).click();
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
  });

test('choosing another file removes the review or the error of the earlier one', async () => {
  open();
  await choose(good);
  await expect.element(review).toBeVisible();
  await choose(refused);
  await expect.poll(() => currentToast()?.title).toBe('No valid contacts found');
  await expect.element(review).not.toBeInTheDocument();
  await choose(good);
  await expect.element(review).toBeVisible();
  expect(currentToast()?.open).toBe(false);
});

const stored = { id: 2000, user_id: ada.id, name: 'Bo Lindqvist', contact_phone: '+4915100000000' };
const received = { ...stored, id: 2001, name: 'Chen Wei' };

test('[CONT-10] stored contacts show at once, and those of the server after the screen opens', async () => {
  let answer: (received: Awaited<ReturnType<ClientActions['listMutuals']>>) => void = () =>
    undefined;
  const { setInbox } = open({
    listMutuals: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  setInbox({ contacts: [stored] });
  await expect.element(page.getByText('Bo Lindqvist')).toBeVisible();
  answer(ok([stored, received]));
  await expect.element(page.getByText('Chen Wei')).toBeVisible();
  setInbox({ contacts: [stored] });
  await expect.element(page.getByText('Chen Wei')).not.toBeInTheDocument();
});

test('[CONT-10] stored contacts stay when the call fails', async () => {
  const listMutuals = vi.fn(async () => err({ code: 'no_answer' }));
  const { setInbox } = open({ listMutuals });
  setInbox({ contacts: [stored] });
  await expect.poll(() => listMutuals).toHaveBeenCalled();
  await expect.element(page.getByText('Bo Lindqvist')).toBeVisible();
});
