import { err, ok } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { currentToast } from '../../ui/layers/toast.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { AddPersonPanel } from './add-person-panel.tsx';

const number = page.getByRole('textbox', { name: 'Phone number' });

type Answer = Awaited<ReturnType<ClientActions['importContacts']>>;

function open(answer: Answer = ok({ count: 1, invalid: [], beyond: [] })) {
  const importContacts = vi.fn<ClientActions['importContacts']>(async () => answer);
  const { client, setSession } = fakeClient({ importContacts });
  setSession({ kind: 'user', user: ada });
  renderWith(client, <AddPersonPanel />);
  return importContacts;
}

test('[CONT-16] Enter adds the number, and the message does not tell whether it has an account', async () => {
  const importContacts = open();
  await expect.element(page.getByText(/you are mutual contacts/)).toBeVisible();
  await userEvent.fill(number, '+49 1512 345 678 90');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveValue('');
  expect(importContacts.mock.calls.map(([phones]) => phones)).toEqual([['49151234567890']]);
  expect(currentToast()).toMatchObject({
    title: 'Number added',
    description: 'The person appears under Your Contacts once they have added yours too.',
  });
  await expect.element(number).toHaveFocus();
});

test.each([
  ['too short', '12345', undefined, /not a phone number/],
  ['without digits', 'Maria Garcia', undefined, /not a phone number/],
  [
    'not a number',
    '+4915112345',
    ok({ count: 0, invalid: ['4915112345'], beyond: [] }),
    /not a phone number/,
  ],
  [
    'beyond 5,000',
    '+4915112345678',
    ok({ count: 0, invalid: [], beyond: ['4915112345678'] }),
    /5,000 contacts already/,
  ],
] as const)(
  '[CONT-16] an entry that is %s stays, with the reason',
  async (_, typed, answer, reason) => {
    const importContacts = open(answer);
    await userEvent.fill(number, typed);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await expect.element(number).toHaveValue(typed);
    await expect.element(number).toHaveFocus();
    expect(importContacts).toHaveBeenCalledTimes(answer === undefined ? 0 : 1);
  },
);

test('[CONT-16] a number that cannot be sent stays, and a message says so', async () => {
  open(err({ code: 'no_answer' }));
  await userEvent.fill(number, '+4915112345678');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => currentToast()?.title).toBe('The number was not added');
  await expect.element(number).toHaveValue('+4915112345678');
});

const share = page.getByRole('button', { name: 'Share a link' });

test('[CONT-16] the link is copied where the device has no share sheet', async () => {
  open();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  await share.click();
  await expect.poll(() => currentToast()?.title).toBe('Link copied');
  expect(write).toHaveBeenCalledExactlyOnceWith(location.origin);
});

test('[CONT-16] the link goes to the share sheet of a device that has one, and closing that says nothing', async () => {
  open();
  const shared = vi.fn<Navigator['share']>(async () => {
    throw new DOMException('closed', 'AbortError');
  });
  // Desktop browsers without a share sheet have neither method.
  Object.assign(navigator, { canShare: () => true, share: shared });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
  const before = currentToast();
  await share.click();
  await expect.poll(() => shared.mock.calls).toEqual([[{ title: 'Foray', url: location.origin }]]);
  expect(currentToast()).toBe(before);
});
