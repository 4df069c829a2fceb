import { expect } from '@playwright/test';
import { TestPerson } from './person.ts';
import { test } from './test.ts';

test('without a usable database the app says so and works until the page is closed @full', async ({
  browser,
  server,
}) => {
  const ada = await TestPerson.at(browser, server.url, () => {
    // Browsers behave like this when storage is forbidden: the database cannot even be named.
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await ada.continueWithoutAccount();
  await expect(ada.page.getByText('This browser cannot keep data for the app.')).toBeVisible();
  await ada.quickAdd('todo', 'Buy boots');
  await ada.toggle('Buy boots');
  await expect(ada.row('Buy boots').getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await ada.signIn('+15550100002', 'Ada');
  await expect
    .poll(async () => (await ada.onServer()).map(({ title, status }) => `${title}: ${status}`))
    .toEqual(['Buy boots: completed']);
});
