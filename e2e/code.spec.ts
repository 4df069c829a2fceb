import { expect } from '@playwright/test';
import { toast } from './on-page.ts';
import { TestPerson } from './person.ts';
import { startServer } from './server.ts';
import { startSms } from './sms.ts';
import { test } from './test.ts';

const phone = '+4915112345678';

test('[ONB-09] [ONB-13] [LOGIN-07] /login and the tutorial ask for the codes that the server sends, and the first verified sign-in may start empty @full', async ({
  browser,
}) => {
  const sms = await startSms();
  const env: Record<string, string> = { AUTH: 'open' };
  const server = await startServer(env);
  try {
    // Somebody used the number before the server required codes.
    const early = await TestPerson.at(browser, server.url);
    await early.signIn(phone, 'Somebody');
    await early.quickAdd('todo', 'Left from before');
    await early.settled();
    await early.context.close();
    await server.kill();
    Object.assign(env, { AUTH: 'code', SMS_WEBHOOK_URL: sms.url });
    await server.start();

    const ada = await TestPerson.at(browser, server.url);
    const { page } = ada;
    await page.goto('/login');
    await ada.fillSignIn(phone, 'Ada');
    const submit = page.getByRole('main').getByRole('button', { name: 'Sign In' });
    await submit.click();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await expect(field).toBeFocused();
    await expect(page.getByText('test code')).toHaveCount(0);
    await field.fill('123456' === sms.last() ? '654321' : '123456');
    await submit.click();
    await expect(page.getByText('Please enter the correct verification code')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(phone);
    const first = sms.last();
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(toast(page)).toContainText('Code sent');
    await expect.poll(() => sms.count()).toBe(2);
    expect(sms.last()).toMatch(/^\d{6}$/);
    expect(first).toMatch(/^\d{6}$/);
    await field.fill(sms.last());
    await submit.click();
    const question = page.getByRole('alertdialog', { name: 'There is something in this account' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(field).toHaveValue(sms.last());
    await submit.click();
    await question.getByRole('button', { name: 'Start empty' }).click();
    await expect(page.getByText('No items yet!')).toBeVisible();
    await page.goto('/preferences');
    await expect(page.getByText('Ada', { exact: true })).toBeVisible();
    expect(await ada.onServer()).toEqual([]);

    const grace = await TestPerson.at(browser, server.url);
    await grace.page.getByRole('button', { name: 'Next' }).click();
    await grace.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await grace.page.getByRole('button', { name: 'Next' }).click();
    await grace.page.getByRole('textbox', { name: /phone/i }).fill('+4915112345679');
    await grace.page.getByRole('button', { name: 'Next' }).click();
    const code = grace.page.getByRole('textbox', { name: /code/i });
    await expect(code).toBeVisible();
    await expect(grace.page.getByText(/test code/i)).toHaveCount(0);
    await code.fill(sms.last() === '123456' ? '654321' : '123456');
    await grace.page.getByRole('button', { name: 'Next' }).click();
    await expect(grace.page.getByText('Invalid code')).toBeVisible();
    await code.fill(sms.last());
    await grace.page.getByRole('button', { name: 'Next' }).click();
    await expect(toast(grace.page)).toContainText('You have successfully logged in');
  } finally {
    await server.stop();
    await sms.stop();
  }
});
