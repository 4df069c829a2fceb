import { expect } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { TestPerson } from './person.ts';
import { startServer } from './server.ts';
import { startSms } from './sms.ts';
import { test } from './test.ts';

const [phone, next] = ['+4915112345681', '+4915112345682'];

test('[RECOVER-07] [RECOVER-08] a recovery code signs in without the phone and changes the number, by keyboard alone @full', async ({
  browser,
}) => {
  const sms = await startSms();
  const server = await startServer({ AUTH: 'code', SMS_WEBHOOK_URL: sms.url });
  try {
    const ada = await TestPerson.at(browser, server.url);
    const { page } = ada;
    await page.goto('/login');
    await ada.fillSignIn(phone, 'Ada');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await expect(field).toBeFocused();
    await field.fill(sms.last());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
    await ada.celebrated();
    await page.keyboard.press('Escape');

    await page.goto('/preferences');
    const make = page.getByRole('button', { name: 'Make new codes' });
    await make.press('Enter');
    await expect(field).toBeFocused();
    await field.fill(sms.last());
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Your new recovery codes' });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    const [first = '', second = ''] = await list.getByRole('listitem').allTextContents();
    await expectNoViolation(ada, 'new recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).press('Enter');
    await expect(page.getByText('10 codes are left.')).toBeVisible();
    await expect(page.getByText(first)).toHaveCount(0);

    const elsewhere = await TestPerson.at(browser, server.url);
    const there = elsewhere.page;
    await there.goto('/login');
    await elsewhere.fillSignIn(phone, 'Ada');
    await there.keyboard.press('Enter');
    // The button is enabled once the code was requested.
    await expect(there.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
    await there.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
    const recovery = there.getByRole('textbox', { name: 'Recovery code' });
    await expect(recovery).toBeFocused();
    await expectNoViolation(elsewhere, 'a recovery code to sign in');
    await recovery.fill(first.toLowerCase().replaceAll('-', ''));
    await there.keyboard.press('Enter');
    await expect(there).toHaveURL(/\/$/);
    await elsewhere.celebrated();
    await there.keyboard.press('Escape');

    await there.goto('/preferences');
    await there.getByRole('button', { name: 'Change number' }).press('Enter');
    const dialog = there.getByRole('dialog', { name: 'Change number' });
    await dialog.getByRole('textbox', { name: 'New phone number' }).fill(next);
    await there.keyboard.press('Enter');
    const sent = dialog.getByRole('textbox', { name: `Code sent to ${next}` });
    await expect(sent).toBeFocused();
    await sent.fill(sms.last());
    await dialog.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
    await expect(recovery).toBeFocused();
    await expectNoViolation(elsewhere, 'a recovery code for a number');
    await recovery.fill(second);
    await there.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(there.getByText(next).first()).toBeVisible();
    await there.getByRole('button', { name: 'Show history' }).press('Enter');
    for (const event of ['New recovery codes made', 'Recovery code used']) {
      await expect(there.getByText(event)).toBeVisible();
    }
    await there.getByRole('button', { name: 'See how many are left' }).press('Enter');
    await expect(there.getByText('8 codes are left.')).toBeVisible();
  } finally {
    await server.stop();
    await sms.stop();
  }
});
