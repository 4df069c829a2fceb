import { expect } from '@playwright/test';
import { toast } from './on-page.ts';
import { TestPerson } from './person.ts';
import { startServer } from './server.ts';
import { startSms } from './sms.ts';
import { test } from './test.ts';

const phone = '+4915112345678';

test('[SIGN-10] [SIGN-11] [SIGN-14] while many codes are sent, a proof of work allows a sign-in, and a fresh code deletes the account @full', async ({
  browser,
}) => {
  const sms = await startSms();
  const server = await startServer({
    AUTH: 'code',
    SMS_WEBHOOK_URL: sms.url,
    RATE_LIMITS: 'on',
    CODES_PER_PREFIX: '1000',
    CODES_PER_DAY: '500',
  });
  try {
    await askForMany(server.url, 10);
    const ada = await TestPerson.at(browser, server.url);
    const { page } = ada;
    const statuses: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/login/code')) statuses.push(answer.status());
    });
    await page.goto('/login');
    await ada.fillSignIn(phone, 'Ada');
    const submit = page.getByRole('main').getByRole('button', { name: 'Sign In' });
    await submit.click();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await expect(field).toBeFocused();
    expect(statuses).toEqual([428, 200]);
    await field.fill(sms.last());
    await submit.click();
    await expect(page).toHaveURL(/\/$/);
    await ada.celebrated();
    await page.keyboard.press('Escape');

    await page.goto('/preferences');
    await page.getByRole('button', { name: 'Delete account...' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    await dialog.getByRole('textbox').fill('delete');
    const confirm = dialog.getByRole('button', { name: 'Delete my account' });
    await confirm.click();
    await expect(field).toBeFocused();
    // A browser that has signed in with the number needs no proof any more.
    expect(statuses).toEqual([428, 200, 200]);
    await field.fill(sms.last());
    await confirm.click();
    await expect(toast(page)).toContainText('Your account is deleted');
  } finally {
    await server.stop();
    await sms.stop();
  }
});

/** Requests codes for this many unused numbers. */
async function askForMany(url: string, count: number): Promise<void> {
  const { headers } = await fetch(`${url}/csrf-cookie`);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const token = decodeURIComponent(cookie.split('=')[1] ?? '');
  for (let number = 0; number < count; number += 1) {
    const answer = await fetch(`${url}/api/login/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-xsrf-token': token },
      body: JSON.stringify({ phone: `+49151123457${number}0` }),
    });
    expect(answer.status).toBe(200);
  }
}
