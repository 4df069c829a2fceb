import { rememberedAs } from '@foray/sync/testing';

import { ada, browserWith } from '../../testing/browser.ts';
import { refusal } from '../../testing/test-sessions.ts';
import { contactActions } from './contact-actions.ts';
import { serverAsker } from './server-question.ts';

test('[BLOCK-14] for a person who is not a contact, only removing and unblocking count as done', async () => {
  const { start, connectivity } = browserWith(rememberedAs(ada));
  connectivity.set(false);
  const page = await start();
  const requestSync = vi.spyOn(page.watch, 'requestSync');
  const noContact = serverAsker(page, async () => refusal(404, 'not_found'));
  const actions = contactActions(page, noContact);
  const { signal } = new AbortController();
  const notFound = { ok: false, error: { code: 'not_found' } };
  const report = { reason: 'spam', block: true } as const;
  expect(await actions.removeContact(2000, signal)).toMatchObject({ ok: true });
  expect(await actions.unblockContact(2000, signal)).toMatchObject({ ok: true });
  expect(await actions.blockContact(2000, { leave: true }, signal)).toEqual(notFound);
  expect(await actions.reportContact(2000, report, signal)).toEqual(notFound);
  // The server knew more than this device.
  expect(requestSync).toHaveBeenCalledTimes(4);
});
