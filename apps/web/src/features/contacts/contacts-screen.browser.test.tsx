import { err, ok } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { currentToast } from '../../ui/layers/toast.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { ContactsScreen } from './contacts-screen.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { cancelLongWait } from '../../ui/testing/long-wait.ts';

test('[CONT-01] [CONT-09] a guest sees that contacts need an account, and no call is made', async () => {
  const listMutuals = vi.fn<ClientActions['listMutuals']>(async () => ok([]));
  const { client, setSession } = fakeClient({ listMutuals, listBlocked: async () => ok([]) });
  renderWith(client, <ContactsScreen />);
  await expect.element(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('You need to sign in to manage contacts', { exact: true }))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', '/login');
  await expect.element(heading).not.toBeInTheDocument();
  expect(listMutuals).not.toHaveBeenCalled();
  setSession({ kind: 'user', user: ada });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText('Sign In Required')).not.toBeInTheDocument();
  expect(listMutuals).toHaveBeenCalled();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const review = page.getByRole('heading', { name: 'Review Import' });
const heading = page.getByRole('heading', { name: 'Import Contacts' });

const found = page.getByRole('list', { name: 'Contacts found' }).getByRole('listitem');
const good = new File(['name,phone\nAda,+4915112345678\n'], 'good.csv', { type: 'text/csv' });
const refused = new File(['name,phone\nAda,\n'], 'refused.csv', { type: 'text/csv' });

const stored = { id: 2000, user_id: ada.id, name: 'Bo Lindqvist', contact_phone: '+4915100000000' };
const received = { ...stored, id: 2001, name: 'Chen Wei' };

/** A user whose server accepts every contact. */
function open(actions: Partial<ClientActions> = {}) {
  const fake = fakeClient({
    importContacts: async () => ok({ count: 1, invalid: [], beyond: [] }),
    listMutuals: async () => err({ code: 'no_answer' }),
    listBlocked: async () => ok([]),
    ...actions,
  });
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <ContactsScreen />);
  return fake;
}

async function choose(file: File): Promise<void> {
  await userEvent.upload(page.getByLabelText('Import from CSV').last(), file);
}

for (const way of ['Cancel', 'Import'])
  test(`when ${way} closes the review, the focus moves to the heading above`, async () => {
    open();
    await choose(good);
    await expect.element(review).toHaveFocus();
    await button(way).click();
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
  });

test('choosing another file removes the review or error of the earlier file', async () => {
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

/** Drags a file over a part of the page and drops it; returns whether the page took the drop. */
function drop(part: Element, ...files: readonly File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const send = (type: string) =>
    !part.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  return send('dragover') && send('drop');
}

test('[CONT-14] a file dropped anywhere on the page is reviewed, and other drops are ignored', async () => {
  open();
  await expect.element(heading).toBeVisible();
  expect(drop(document.body, good)).toBe(true);
  await expect.element(found).toHaveTextContent(/Ada\s*4915112345678/);
  expect(drop(heading.element())).toBe(false);
  const card = 'BEGIN:VCARD\r\nFN:Bo\r\nTEL:+49 151 12345679\r\nEND:VCARD\r\n';
  expect(drop(heading.element(), new File([card], 'bo.vcf', { type: 'text/vcard' }))).toBe(true);
  await expect.element(found).toHaveTextContent(/Bo\s*4915112345679/);
  expect(drop(document.body, new File(['a'], 'a.png', { type: 'image/png' }))).toBe(true);
  await expect.poll(currentToast).toMatchObject({ title: 'This file cannot be imported' });
});

test('[CONT-07] the message says how many contacts the server accepted', async () => {
  open({ importContacts: async () => ok({ count: 7, invalid: [], beyond: [] }) });
  await choose(good);
  await button('Import').click();
  const description = 'Successfully imported 7 contacts';
  await expect.poll(currentToast).toMatchObject({ title: 'Contacts imported', description });
});

/**
 * Gives the page a contact picker that answers each press with the next of these; null stands for a closed
 * picker.
 */
function providePicker(...answers: readonly (readonly object[] | null)[]): void {
  const left = [...answers];
  const select = async () => {
    const answer = left.shift() ?? null;
    if (answer === null) throw new DOMException('closed', 'AbortError');
    return answer;
  };
  Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'contacts');
  });
}

test('[CONT-03] [CONT-08] contacts picked on the phone are reviewed; picking none cancels the import', async () => {
  providePicker([{ name: ['Bob'], tel: ['+1 555 010-4478', '1'] }], [], null);
  open();
  await button('Import from Phone').click();
  await expect.element(found).toHaveTextContent(/Bob\s*15550104478/);
  await button('Cancel').click();
  for (const way of ['none', 'closed']) {
    const before = currentToast()?.id;
    await button('Import from Phone').click();
    await expect.poll(currentToast, { message: way }).toMatchObject({
      title: 'Import cancelled',
      description: 'Contact import was cancelled or failed',
    });
    await expect.poll(() => currentToast()?.id).not.toBe(before);
  }
});

test('[CONT-08] a browser without a contact picker offers a file instead', async () => {
  open();
  await button('Import from Phone').click();
  await expect.poll(currentToast).toMatchObject({
    title: 'Not supported',
    description: 'Contact import is not supported on this device. Try CSV import instead.',
  });
});

test('[CONT-10] stored contacts show at once, and those of the server after the screen has opened', async () => {
  let answer = (_received: Awaited<ReturnType<ClientActions['listMutuals']>>) => {};
  const answered: ReturnType<ClientActions['listMutuals']> = new Promise((resolve) => {
    answer = resolve;
  });
  const { setInbox } = open({ listMutuals: () => answered });
  setInbox({ contacts: [stored] });
  await expect.element(page.getByText('Bo Lindqvist')).toBeVisible();
  answer(ok([stored, received]));
  await expect.element(page.getByText('Chen Wei')).toBeVisible();
  setInbox({ contacts: [stored] });
  await expect.element(page.getByText('Chen Wei')).not.toBeInTheDocument();
});

test('[CONT-10] stored contacts stay if the call fails', async () => {
  const listMutuals = vi.fn(async () => err({ code: 'no_answer' }));
  const { setInbox } = open({ listMutuals });
  setInbox({ contacts: [stored] });
  await expect.poll(() => listMutuals).toHaveBeenCalled();
  await expect.element(page.getByText('Bo Lindqvist')).toBeVisible();
});

test('[CONT-10] opened offline, the screen makes no call to the server', async () => {
  const listMutuals = vi.fn<ClientActions['listMutuals']>(async () => ok([]));
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => ok([]));
  const fake = fakeClient({ listMutuals, listBlocked });
  fake.setSession({ kind: 'user', user: ada });
  fake.setSync({ online: false });
  fake.setInbox({ contacts: [stored] });
  renderWith(fake.client, <ContactsScreen />);
  await expect.element(page.getByText('Bo Lindqvist')).toBeVisible();
  expect(listMutuals).not.toHaveBeenCalled();
  expect(listBlocked).not.toHaveBeenCalled();
});

test('[LOGIN-09] after 10 s an import says that it takes long, and can be cancelled', async () => {
  const signals: CancelSignal[] = [];
  open({
    importContacts: (_, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        signal.addEventListener('abort', () => resolve(err({ code: 'no_answer' })));
      }),
  });
  await choose(good);
  await expect.element(review).toBeVisible();
  const pass = stopTime();
  await button('Import').click();
  await cancelLongWait(pass, page.getByRole('status').getByRole('button', { name: 'Cancel' }));
  expect(signals).toMatchObject([{ aborted: true }]);
  await expect.element(review).toBeVisible();
});
