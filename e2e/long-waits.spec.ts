import { expect } from '@playwright/test';
import { goOn, said } from './on-page.ts';
import { newPhone } from './phone.ts';
import { signedIn, test, unexpected } from './with-faults.ts';

// What is kept for offline has tests of its own.

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
