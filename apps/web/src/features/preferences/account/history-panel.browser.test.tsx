import type { SecurityEvent } from '@foray/contract';
import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../../replica/index.ts';
import { ada, fakeClient } from '../../../replica/testing/fake-client.ts';
import { HistoryPanel } from './history-panel.tsx';
import { renderWith } from '../../../replica/testing/render-with.tsx';

function event(id: number, fields: Partial<SecurityEvent>): SecurityEvent {
  const at = '2026-03-01T12:00:00.000Z';
  const rest = { current: false, count: 1, first_at: at, last_at: at };
  return { id, kind: 'signed_in', device: 'Firefox on Linux', ...rest, ...fields };
}

function open(listSecurityEvents: ClientActions['listSecurityEvents']) {
  const fake = fakeClient({ listSecurityEvents });
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <HistoryPanel />);
  return fake;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () => page.getByRole('listitem').elements();

test('[AUDIT-06] the history is read on request, a page at a time, with device and time in words', async () => {
  const list = vi
    .fn<ClientActions['listSecurityEvents']>()
    .mockResolvedValueOnce(
      ok({
        data: [
          event(9, { current: true }),
          event(8, {
            kind: 'wrong_codes',
            device: '',
            count: 3,
            last_at: '2026-03-01T15:30:00.000Z',
          }),
        ],
        next: 8,
      }),
    )
    .mockResolvedValueOnce(
      ok({ data: [event(7, { kind: 'of_a_later_release' as 'signed_in' })], next: null }),
    );
  open(list);
  expect(list).not.toHaveBeenCalled();
  await button('Show history').click();
  await expect.poll(() => rows().length).toBe(2);
  const [first, second] = rows();
  expect(first).toHaveTextContent(/^Signed inThis deviceFirefox on Linux · .*2026/);
  expect(second).toHaveTextContent(/^Wrong code tried for your number3 times · .* to /);
  await button('Show more').click();
  await expect.poll(() => rows().length).toBe(3);
  expect(list.mock.calls.map(([before]) => before)).toEqual([null, 8]);
  expect(rows().at(-1)).toHaveTextContent(/^An event that only a newer version/);
  await expect.element(button('Show more')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Account history' })).toHaveFocus();
});

test('[AUDIT-06] the panel says if it is offline; a failed page can be retried', async () => {
  const list = vi
    .fn<ClientActions['listSecurityEvents']>(async () => ok({ data: [event(1, {})], next: null }))
    .mockResolvedValueOnce(err({ code: 'no_answer' }));
  const { setSync } = open(list);
  setSync({ online: false });
  await expect.element(page.getByText(/history can be seen when you are online/)).toBeVisible();
  await expect.element(button('Show history')).toBeDisabled();
  setSync({ online: true });
  await button('Show history').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be loaded');
  await button('Try again').click();
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
