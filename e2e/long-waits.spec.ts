import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn, said } from './on-page.ts';
import { newPhone } from './phone.ts';
import { signedIn, test, unexpected } from './with-faults.ts';

// What is kept for offline has tests of its own.
test('[LOGIN-09] a sign-in whose screen is left leaves no session, though the server had accepted it @full', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url, '/login');
  const { page, context } = ada;
  const hasSession = async () => (await context.request.get('/api/me')).status() === 200;
  await ada.fillSignIn(newPhone(), 'Ada Byron');
  faults.plan({ kind: 'stalled' }, { method: 'POST', path: /^\/api\/login$/ });
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(hasSession).toBe(true);
  await goOn(page, '/queue');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
  await expect.poll(hasSession).toBe(false);
  await page.reload();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await ada.arrive(newPhone(), 'Ada Byron');
  expect(await hasSession()).toBe(true);
  expect(unexpected(ada)).toEqual([]);
});

test('[TRASH-02] what was deleted here is there, and comes back, while the server does not answer @full', async ({
  browser,
  faults,
}) => {
  const { person: ada, page } = await signedIn(browser, faults, newPhone());
  for (const title of ['Buy boots', 'Call home']) {
    await ada.quickAdd('todo', title);
    await ada.remove(title);
  }
  await ada.settled();
  const { met } = faults.plan({ kind: 'hung' }, { path: /^\/api\/trash/, times: Infinity });
  await goOn(page, '/preferences');
  await met;
  const bringBack = page.getByRole('button', { name: /^Bring back / });
  await expect(bringBack).toHaveCount(2);
  await page.getByRole('button', { name: 'Bring back Buy boots' }).click();
  await said(page, 'Brought back', '“Buy boots” is back.');
  await expect(bringBack).toHaveCount(1);
  faults.clear();
  await ada.settled();
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Buy boots']);
  expect(unexpected(ada)).toEqual([]);
});

test('[LOGIN-09] the question about deleting the account can be closed while the server does not answer @full', async ({
  browser,
  faults,
}) => {
  const { person: ada, page } = await signedIn(browser, faults, newPhone());
  const { met } = faults.plan({ kind: 'hung' }, { method: 'DELETE', path: /^\/api\/me$/ });
  await goOn(page, '/preferences');
  await page.getByRole('button', { name: 'Delete account...' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('delete');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await met;
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^If the server had received it already/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete account...' }).click();
  await question.getByRole('textbox').fill('delete');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await said(page, 'Your account is deleted');
  expect(unexpected(ada)).toEqual([]);
});
