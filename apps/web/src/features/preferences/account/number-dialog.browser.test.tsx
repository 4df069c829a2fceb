import { err, ok } from '@foray/domain';
import { page } from 'vitest/browser';
import type { ClientActions } from '../../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../../replica/testing/fake-client.ts';
import { currentToast } from '../../../ui/layers/toast.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { renderWith } from '../../../replica/testing/render-with.tsx';

const next = '+4915111111111';
const changed = ok({ ...ada, phone: next });
const othersEnded = vi.fn<() => void>();

afterEach(() => void othersEnded.mockClear());

async function open(actions: Partial<ClientActions>) {
  const fake = fakeClient(actions);
  fake.setSession({ kind: 'user', user: ada });
  renderWith(fake.client, <ProfilePanel user={ada} onOthersEnded={othersEnded} />);
  await page.getByRole('button', { name: 'Change number' }).click();
  await dialog.getByRole('textbox', { name: 'New phone number' }).fill(next);
  return fake;
}

const dialog = page.getByRole('dialog', { name: 'Change number' });
const said = () => currentToast()?.description;
const goOn = dialog.getByRole('button', { name: 'Go on' });
const submit = dialog.getByRole('button', { name: 'Change number' });
const field = (name: string) => dialog.getByRole('textbox', { name });

test('[NUMBER-08] without codes the dialog asks only for the number', async () => {
  const changeNumber = vi.fn<ClientActions['changeNumber']>(async () => changed);
  await open({ changeNumber });
  await goOn.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changeNumber.mock.calls.map(([body]) => body)).toEqual([
    { phone: next, end_other_sessions: true },
  ]);
  expect(othersEnded).toHaveBeenCalledOnce();
});

test('[NUMBER-11] the dialog offers to log out other devices, and reports the result', async () => {
  const changeNumber = vi.fn<ClientActions['changeNumber']>(async () => changed);
  await open({ changeNumber });
  const others = dialog.getByRole('checkbox', { name: 'Log out my other devices' });
  await expect.element(others).toBeChecked();
  await others.click();
  await goOn.click();
  expect(changeNumber.mock.lastCall?.[0]).toMatchObject({ end_other_sessions: false });
  expect(othersEnded).not.toHaveBeenCalled();
  await expect.poll(said).toBe(`You sign in with ${next} from now on.`);
  await page.getByRole('button', { name: 'Change number' }).click();
  await expect.element(others).toBeChecked();
  await field('New phone number').fill(next);
  await goOn.click();
  expect(changeNumber.mock.lastCall?.[0]).toMatchObject({ end_other_sessions: true });
  await expect.poll(said).toMatch(/Your other devices are logged out\.$/);
});

test.each([
  ['kind', /this kind of number/],
  ['country', /numbers of this country/],
])(
  '[SIGN-24] a new number that gets no codes for its %s is refused at its field',
  async (why, text) => {
    const requestCode: ClientActions['requestCode'] = async (to) =>
      to === ada.phone
        ? signInAnswers.sent()
        : err({ kind: 'refused', code: 'number_unsupported', fields: { phone: why } });
    await open({ changeNumber: async () => err({ code: 'invalid_code' }), requestCode });
    await goOn.click();
    await expect.element(field('New phone number')).toHaveAccessibleDescription(text);
  },
);

test('[NUMBER-08] with codes each number gets its own, and both are sent along', async () => {
  const changeNumber = vi.fn<ClientActions['changeNumber']>(async ({ code, new_code }) =>
    code === '111111' && new_code === '222222' ? changed : err({ code: 'invalid_code' }),
  );
  const requestCode = vi.fn<ClientActions['requestCode']>(signInAnswers.sent);
  await open({ changeNumber, requestCode });
  await goOn.click();
  await expect.element(field(`Code sent to ${next}`)).toHaveFocus();
  await expect.element(field(`Code sent to ${next}`)).toHaveAccessibleDescription('');
  expect(requestCode.mock.calls.map(([phone, purpose]) => [phone, purpose])).toEqual([
    [ada.phone, 'change_number'],
    [next, 'new_number'],
  ]);
  await field(`Code sent to ${next}`).fill('222222');
  await field(`Code sent to ${ada.phone}, your number until now`).fill('000000');
  await submit.click();
  await expect
    .element(field(`Code sent to ${ada.phone}, your number until now`))
    .toHaveAccessibleDescription(/One of the codes is not right/);
  await field(`Code sent to ${ada.phone}, your number until now`).fill('111111');
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestCode).toHaveBeenCalledTimes(2);
});

test('[NUMBER-08] a number that turns out to be taken can be replaced by another', async () => {
  const changeNumber = vi.fn<ClientActions['changeNumber']>(async ({ code }) =>
    err({ code: code === undefined ? 'invalid_code' : 'number_taken' }),
  );
  await open({ changeNumber, requestCode: signInAnswers.sent });
  await goOn.click();
  await field(`Code sent to ${next}`).fill('222222');
  await submit.click();
  const number = field('New phone number');
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveAccessibleDescription(/has an account already/);
  await expect.element(field(`Code sent to ${next}`)).not.toBeInTheDocument();
  await number.fill('+4915122222222');
  await goOn.click();
  await expect.element(field('Code sent to +4915122222222')).toHaveFocus();
});

test('[RECOVER-08] a recovery code can replace the code of the current number', async () => {
  const changeNumber = vi.fn<ClientActions['changeNumber']>(async ({ recovery_code }) =>
    recovery_code === 'K7QM-4X2P-9RTA-W3DN' ? changed : err({ code: 'invalid_code' }),
  );
  await open({ changeNumber, requestCode: signInAnswers.sent });
  await goOn.click();
  await field(`Code sent to ${next}`).fill('222222');
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect.element(field('Recovery code')).toHaveFocus();
  await field('Recovery code').fill('0000');
  await submit.click();
  await expect
    .element(field('Recovery code'))
    .toHaveAccessibleDescription(/One of the codes is not right/);
  await field('Recovery code').fill('K7QM-4X2P-9RTA-W3DN');
  await submit.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changeNumber.mock.lastCall?.[0]).toEqual({
    phone: next,
    end_other_sessions: true,
    recovery_code: 'K7QM-4X2P-9RTA-W3DN',
    new_code: '222222',
  });
});

test('[NUMBER-08] the dialog says why a number cannot be used', async () => {
  let code = 'number_taken';
  await open({ changeNumber: async () => err({ code }) });
  const number = field('New phone number');
  await goOn.click();
  await expect.element(number).toHaveAccessibleDescription(/has an account already/);
  code = 'invalid';
  await goOn.click();
  await expect.element(number).toHaveAccessibleDescription(/is not valid/);
  code = 'no_answer';
  await goOn.click();
  await expect.element(number).toHaveAccessibleDescription(/Failed to change your number/);
});

test('[NUMBER-08] the number cannot be changed offline', async () => {
  const fake = fakeClient();
  fake.setSession({ kind: 'user', user: ada });
  fake.setSync({ online: false });
  renderWith(fake.client, <ProfilePanel user={ada} onOthersEnded={othersEnded} />);
  await expect.element(page.getByRole('button', { name: 'Change number' })).toBeDisabled();
});
