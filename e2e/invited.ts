import { expect, type Browser } from '@playwright/test';
import { guestAt, skipTutorial } from './guest.ts';
import { TestPerson } from './person.ts';
import { stillness } from './stillness.ts';
import type { QuestionCheck } from './questions.ts';
import { startServer } from './server.ts';
import { startSms } from './sms.ts';

const operatorsPhone = '+4915112345670';
const invited = [
  { phone: '+4915112345671', name: 'Ada Augusta King Byron' },
  { phone: '+4915112345672', name: 'Bo Lindqvist' },
] as const;

/**
 * An operator on a server of their own invites two people, withdraws one of the links, and the other person
 * signs in by theirs; `look` sees each state of both pages.
 */
export async function walkInvitations(browser: Browser, look: QuestionCheck): Promise<void> {
  const sms = await startSms();
  const server = await startServer({
    AUTH: 'code',
    SMS_WEBHOOK_URL: sms.url,
    OPERATOR_PHONES: operatorsPhone,
  });
  try {
    const operator = await TestPerson.at(browser, server.url, skipTutorial);
    const { page } = operator;
    await page.goto('/login');
    await operator.fillSignIn(operatorsPhone, 'Olga');
    const submit = page.getByRole('main').getByRole('button', { name: 'Sign In' });
    await submit.click();
    const code = page.getByRole('textbox', { name: 'Verification code' });
    await expect(code).toBeFocused();
    await code.fill(sms.last());
    await submit.click();
    await expect(page).toHaveURL(/\/$/);
    await operator.celebrated();
    await page.keyboard.press('Escape');
    await page.locator('[data-celebration]').waitFor({ state: 'detached' });
    const seen = async (person: TestPerson, name: string): Promise<void> => {
      await stillness(person);
      await look(person, name);
    };

    await page.goto('/preferences');
    await page.getByRole('link', { name: 'Invite people' }).click();
    await expect(page.getByText('Nobody has been invited yet.')).toBeVisible();
    await seen(operator, 'invitations, none');
    const people = page.getByRole('textbox', { name: 'People' });
    const make = page.getByRole('button', { name: 'Make links' });
    await people.fill('0151 nobody');
    await make.click();
    await expect(page.getByText(/^These lines need a number/)).toBeVisible();
    await seen(operator, 'invitations, a wrong line');
    await people.fill(invited.map(({ phone, name }) => `${phone} ${name}`).join('\n'));
    await make.click();
    await expect(page.getByRole('heading', { name: '2 new links' })).toBeVisible();
    await seen(operator, 'invitations, new links');
    const [link = '', other = ''] = await page.getByText(/\/login#/).allInnerTexts();
    const withdraw = page.getByRole('button', {
      name: `Withdraw the invitation of ${invited[1].name}`,
    });
    await withdraw.click();
    await expect(withdraw).toHaveCount(0);

    const ada = await guestAt(browser, server.url);
    await ada.page.goto(other);
    await expect(ada.page.getByRole('alert')).toHaveText(/withdrawn/);
    await seen(ada, 'a withdrawn invitation');
    await ada.page.goto('/');
    await ada.page.goto(link);
    await expect(ada.page.getByRole('textbox', { name: 'Your name' })).toHaveValue(invited[0].name);
    await seen(ada, 'an invitation');
    await ada.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(ada.page).toHaveURL(/\/$/);
    await expect(ada.page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText('Used', { exact: true })).toBeVisible();
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
    await seen(operator, 'invitations, ended');
    await operator.context.close();
    await ada.context.close();
  } finally {
    await server.stop();
    await sms.stop();
  }
}
