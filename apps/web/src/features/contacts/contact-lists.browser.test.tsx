import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { clearToast, currentToast } from '../../ui/layers/toast.ts';
import { ContactLists } from './contact-lists.tsx';
import { menuEntry } from '../../ui/testing/menu-entry.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

const bo = { id: 2000, user_id: ada.id, name: 'Bo Lindqvist', contact_phone: '+4915100000000' };
const chen = { ...bo, id: 2001, name: 'Chen Wei' };
const blockedBo = { id: bo.id, name: bo.name, blocked_at: '2026-03-01T12:00:00.000Z' };

const mutuals = page.getByRole('list', { name: 'Mutual contacts' }).getByRole('listitem');
const blocked = page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem');
const more = (name: string) => page.getByRole('button', { name: `More for ${name}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const done = async () => ok(undefined);

/** A user with two contacts, whom the server knows too. */
function open(actions: Partial<ClientActions> = {}, online = true) {
  const fake = fakeClient({
    listMutuals: async () => ok([bo, chen]),
    listBlocked: async () => ok([]),
    ...actions,
  });
  fake.setSession({ kind: 'user', user: ada });
  fake.setSync({ online });
  fake.setInbox({ contacts: [bo, chen] });
  renderWith(fake.client, <ContactLists />);
  return fake;
}

async function choose(name: string, entry: string): Promise<void> {
  await more(name).click();
  await menuEntry(entry).click();
}

test('[BLOCK-11] a contact is removed after a question, and leaves the list when the server has answered', async () => {
  const removeContact = vi.fn<ClientActions['removeContact']>(done);
  const { setInbox } = open({ removeContact });
  await choose('Bo Lindqvist', 'Remove contact');
  const question = page.getByRole('alertdialog', { name: 'Remove Bo Lindqvist?' });
  await expect.element(question).toHaveTextContent('until you import the number again');
  await expect.element(question).toHaveTextContent('What you share already stays shared.');
  await expect
    .element(question)
    .toHaveTextContent('remove Bo Lindqvist under People on the page of a campaign or task');
  expect(removeContact).not.toHaveBeenCalled();
  await button('Remove').click();
  await expect.element(mutuals).toHaveTextContent('Chen Wei');
  expect(removeContact).toHaveBeenCalledExactlyOnceWith(bo.id, expect.any(AbortSignal));
  await expect.element(more('Chen Wei')).toHaveFocus();
  // An older state of the sync does not bring the contact back; an import does.
  setInbox({ contacts: [bo, chen] });
  await expect.element(mutuals).toHaveLength(1);
  setInbox({ contacts: [chen] });
  await expect.element(mutuals).toHaveLength(1);
  setInbox({ contacts: [bo, chen] });
  await expect.element(mutuals).toHaveLength(2);
});

test('[BLOCK-11] [BLOCK-12] a blocked contact moves to the list of blocked people, where it can be unblocked', async () => {
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => ok([]));
  const blockContact = vi.fn<ClientActions['blockContact']>(done);
  const unblockContact = vi.fn<ClientActions['unblockContact']>(done);
  open({ listBlocked, blockContact, unblockContact });
  await expect.element(page.getByText('You have blocked nobody.')).toBeVisible();
  await choose('Bo Lindqvist', 'Block');
  const question = page.getByRole('alertdialog', { name: 'Block Bo Lindqvist?' });
  await expect.element(question).toHaveTextContent('neither of you can assign to the other');
  await expect.element(question).toHaveTextContent('What you share already stays shared.');
  listBlocked.mockResolvedValue(ok([blockedBo]));
  await button('Block').click();
  await expect.element(mutuals).toHaveTextContent('Chen Wei');
  await expect.element(blocked).toHaveTextContent('Bo Lindqvist');
  expect(blockContact).toHaveBeenCalledExactlyOnceWith(
    bo.id,
    { leave: false },
    expect.any(AbortSignal),
  );

  listBlocked.mockResolvedValue(ok([]));
  await button('Unblock Bo Lindqvist').click();
  await expect.element(page.getByText('You have blocked nobody.')).toBeVisible();
  expect(unblockContact).toHaveBeenCalledExactlyOnceWith(bo.id, expect.any(AbortSignal));
  // The sync has not stored it yet.
  await expect.element(mutuals).toHaveLength(2);
  await expect.element(page.getByRole('heading', { name: 'Blocked' })).toHaveFocus();
});

test('[BLOCK-17] the question offers to leave all items of the blocked person at the same time', async () => {
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => ok([]));
  const blockContact = vi.fn<ClientActions['blockContact']>(done);
  open({ listBlocked, blockContact });
  await choose('Bo Lindqvist', 'Block');
  const question = page.getByRole('alertdialog', { name: 'Block Bo Lindqvist?' });
  await expect.element(question).toHaveTextContent('What you made there stays with Bo Lindqvist.');
  listBlocked.mockResolvedValue(ok([blockedBo]));
  await button('Block and leave everything of theirs').click();
  await expect.element(blocked).toHaveTextContent('Bo Lindqvist');
  expect(blockContact).toHaveBeenCalledExactlyOnceWith(
    bo.id,
    { leave: true },
    expect.any(AbortSignal),
  );
});

test('[BLOCK-12] the later of two answers about blocked people counts', async () => {
  const blockedChen = { ...blockedBo, id: chen.id, name: chen.name };
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => ok([blockedBo, blockedChen]));
  open({ listBlocked, unblockContact: done });
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => (answerLate = resolve));
  await expect.element(blocked).toHaveLength(2);
  const answersLate = vi.fn<ClientActions['listBlocked']>(() => late.then(() => ok([blockedChen])));
  listBlocked.mockImplementationOnce(answersLate);
  await button('Unblock Bo Lindqvist').click();
  await expect.poll(() => answersLate).toHaveBeenCalledOnce();
  listBlocked.mockResolvedValue(ok([]));
  await button('Unblock Chen Wei').click();
  const none = page.getByText('You have blocked nobody.');
  await expect.element(none).toBeVisible();
  answerLate();
  // By now it would be on the screen.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(none).toBeVisible();
});

test('[BLOCK-13] a report has a reason and a text, and blocks too unless that is unchecked', async () => {
  const reportContact = vi.fn<ClientActions['reportContact']>(done);
  open({ reportContact });
  await choose('Bo Lindqvist', 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report Bo Lindqvist' });
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await dialog.getByLabelText('Reason').selectOptions('Harassment');
  const details = dialog.getByLabelText('What happened');
  await details.fill('x'.repeat(501));
  await expect.element(dialog.getByText('Shorten it to 500 characters.')).toBeVisible();
  await expect.element(button('Send report')).toBeDisabled();
  await details.fill('Calls at night.');
  await button('Send report').click();
  await expect.poll(() => currentToast()?.title).toBe('Report sent');
  const report = { reason: 'harassment', text: 'Calls at night.', block: true };
  expect(reportContact).toHaveBeenCalledExactlyOnceWith(bo.id, report, expect.any(AbortSignal));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(mutuals).toHaveTextContent('Chen Wei');

  await choose('Chen Wei', 'Report');
  await page.getByRole('checkbox', { name: 'Block Chen Wei too' }).click();
  await button('Send report').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const other = { reason: 'spam', text: '', block: false };
  expect(reportContact).toHaveBeenLastCalledWith(chen.id, other, expect.any(AbortSignal));
  await expect.element(mutuals).toHaveTextContent('Chen Wei');
});

test('[BLOCK-15] a blocked person can be reported, without a question about blocking them', async () => {
  const reportContact = vi.fn<ClientActions['reportContact']>(done);
  open({ reportContact, listBlocked: async () => ok([blockedBo]) });
  await button('Report Bo Lindqvist').click();
  const dialog = page.getByRole('dialog', { name: 'Report Bo Lindqvist' });
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  await button('Send report').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const report = { reason: 'spam', text: '', block: false };
  expect(reportContact).toHaveBeenCalledExactlyOnceWith(bo.id, report, expect.any(AbortSignal));
  await expect.element(blocked).toHaveTextContent('Bo Lindqvist');
});

test('[BLOCK-13] too many reports are refused with a text, and the dialog stays open', async () => {
  open({ reportContact: async () => err({ code: 'rate_limited' }) });
  await choose('Bo Lindqvist', 'Report');
  await button('Send report').click();
  await expect
    .poll(() => currentToast()?.description)
    .toBe('You have sent many reports today. Try again tomorrow.');
  await expect.element(page.getByRole('dialog', { name: 'Report Bo Lindqvist' })).toBeVisible();
  await button('Cancel').click();
  await expect.element(mutuals).toHaveLength(2);
});

test('[BLOCK-14] offline both lists say that they need a connection', async () => {
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => ok([blockedBo]));
  const { setSync } = open({ listBlocked }, false);
  await expect
    .element(
      page.getByText('You are offline. The people you have blocked appear once you are online.'),
    )
    .toBeVisible();
  expect(listBlocked).not.toHaveBeenCalled();
  await more('Bo Lindqvist').click();
  for (const name of ['Report', 'Remove contact', 'Block']) {
    const entry = menuEntry(name);
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
    await expect.element(entry).toHaveTextContent('You are offline. This needs a connection.');
  }
  setSync({ online: true });
  await expect.element(blocked).toHaveTextContent('Bo Lindqvist');
  setSync({ online: false });
  await expect.element(button('Unblock Bo Lindqvist')).toBeDisabled();
  await expect
    .element(page.getByText('You are offline. Nobody can be unblocked until you are online.'))
    .toBeVisible();
});

test('[BLOCK-14] blocking a person who is no longer a contact says so, and blocks nobody', async () => {
  const noContact = async () => err({ code: 'not_found' });
  open({ blockContact: noContact, reportContact: noContact });
  const said = () => currentToast()?.description;
  await choose('Bo Lindqvist', 'Block');
  await button('Block').click();
  await expect.poll(said).toBe('Bo Lindqvist is not one of your contacts any more.');
  await expect.element(page.getByText('You have blocked nobody.')).toBeVisible();
  await choose('Chen Wei', 'Report');
  await button('Send report').click();
  await expect.poll(said).toBe('Chen Wei is not one of your contacts any more.');
});

test('[BLOCK-14] a failed action is reported, and the lists stay', async () => {
  const failed = async () => err({ code: 'no_answer' });
  open({
    listBlocked: async () => ok([blockedBo]),
    removeContact: failed,
    blockContact: failed,
    unblockContact: failed,
  });
  const expectFailed = async () => {
    await expect
      .poll(() => currentToast()?.description)
      .toBe('That did not work. Please try again.');
    await expect.element(mutuals).toHaveLength(2);
    await expect.element(blocked).toHaveLength(1);
    // The next failure is reported again.
    clearToast();
  };
  await choose('Chen Wei', 'Remove contact');
  await button('Remove').click();
  await expectFailed();
  await choose('Chen Wei', 'Block');
  await button('Block').click();
  await expectFailed();
  await button('Unblock Bo Lindqvist').click();
  await expectFailed();
});

test('[BLOCK-14] a list of blocked people that could not be loaded can be retried', async () => {
  const listBlocked = vi.fn<ClientActions['listBlocked']>(async () => err({ code: 'http_503' }));
  open({ listBlocked });
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be loaded');
  listBlocked.mockResolvedValue(ok([blockedBo]));
  await button('Try again').click();
  await expect.element(blocked).toHaveTextContent('Bo Lindqvist');
  await expect.element(page.getByRole('heading', { name: 'Blocked' })).toHaveFocus();
});
