import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { atPath, heading, main } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

test('[LOGIN-01] [LOGIN-02] [LOGIN-04] the screen to sign in names the product, its two fields and what it is good for', async () => {
  await openApp('/login');
  await expect.element(heading(/^Sign In to Foray$/)).toBeVisible();
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  await expect.element(phone).toHaveAttribute('type', 'tel');
  await expect.element(phone).toHaveAttribute('placeholder', expect.stringMatching(/^\+\d+$/));
  await expect.element(phone).toHaveAttribute('required');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('required');
  for (const benefit of ['Sync across devices', 'Collaborate with others', 'Get notifications']) {
    await expect.element(main.getByText(benefit, { exact: true })).toBeVisible();
  }
});

test('[LOGIN-05] a guest is offered to go on without signing in', async () => {
  await openApp('/login');
  await expect.element(main.getByText('or', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Continue without signing in' }).click();
  await atPath('/campaigns');
});
