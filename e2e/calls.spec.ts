import { expect, type Request } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn } from './on-page.ts';
import { test, unexpected } from './with-faults.ts';

// The service worker's offline copy has tests of its own.
test('[API-12] every call goes to /api of the same origin as JSON with cookies, and changes carry the anti-forgery token', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url);
  const { page } = ada;
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await ada.arrive('+15550830001', 'Ada Byron');
  const token = async () =>
    (await ada.context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const sessionToken = decodeURIComponent(await token());
  expect(sessionToken).not.toBe('');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();

  expect(asked.filter((one) => !one.url().startsWith(`${faults.url}/`))).toEqual([]);
  const calls = asked.filter((one) => ['fetch', 'xhr'].includes(one.resourceType()));
  const paths = calls.map((one) => new URL(one.url()).pathname);
  expect(paths.filter((path) => !/^\/(api\/|csrf-cookie$|assets\/)/.test(path))).toEqual([]);
  expect(paths).toContain('/api/batch');
  for (const call of calls.filter((one) => one.url().startsWith(`${faults.url}/api/`))) {
    const { accept, 'content-type': type, cookie, ...headers } = await call.allHeaders();
    const sent = call.postData();
    expect([call.url(), accept]).toEqual([call.url(), 'application/json']);
    if (sent !== null) {
      expect(type).toBe('application/json');
      expect(() => JSON.parse(sent) as unknown).not.toThrow();
    }
    if (call.url().endsWith('/api/batch')) {
      expect(cookie).toContain('XSRF-TOKEN=');
      expect(cookie).toContain('session');
      expect(headers['x-xsrf-token']).toBe(sessionToken);
    }
    if (call.method() === 'GET') expect(headers['x-xsrf-token']).toBeUndefined();
  }
  expect(unexpected(ada)).toEqual([]);
});

test('[PERM-01] a guest’s actions make no call, and every feature that needs an account asks to sign in', async ({
  browser,
  faults,
}) => {
  const guest = await guestAt(browser, faults.url);
  const { page } = guest;
  const calls: string[] = [];
  faults.onRequest((method, url) => {
    if (/^\/(api\/|csrf-cookie)/.test(url)) calls.push(`${method} ${url}`);
  });
  await page.reload();
  const header = page.getByRole('banner');
  await expect(header.getByText('Local only', { exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await guest.quickAdd('campaign', 'Sail north');
  await guest.quickAdd('todo', 'Buy boots');
  await guest.rename('Buy boots', 'Buy good boots');
  await guest.toggle('Buy good boots');
  await guest.remove('Buy good boots');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('sail');
  await expect(page.getByRole('option')).toHaveText([/Sail north/]);
  await page.keyboard.press('Escape');
  await guest.open('Sail north');
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByText('created the campaign')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const path of ['/notifications', '/preferences', '/contacts']) await goOn(page, path);
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect(page.getByText('You need to sign in to manage contacts')).toBeVisible();
  await page.getByRole('main').getByText('Sign In', { exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.setViewportSize({ width: 360, height: 780 });
  await goOn(page, '/');
  await header.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('dialog').getByText('Sign In to Sync')).toBeVisible();
  expect(calls).toEqual([]);
  expect(unexpected(guest)).toEqual([]);
});
