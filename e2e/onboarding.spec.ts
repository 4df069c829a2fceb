import { expect, type Page } from '@playwright/test';
import { Person } from './person.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const last = ['Your work in four lists', 'From campaign to todo'];

/** The tutorial is at the step that says so under its title. */
async function atStep(page: Page, place: string, title: string): Promise<void> {
  await expect(page.getByText(`Step ${place}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(title);
}

async function signInByTutorial(page: Page, phone: string): Promise<void> {
  await next(page).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await next(page).click();
  await atStep(page, '1 of 7', 'Your phone number');
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await next(page).click();
  await atStep(page, '2 of 7', 'Enter the code');
  await expect(page.getByText('For testing, the code 123456 is accepted.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await next(page).click();
  await atStep(page, '3 of 7', 'Find people you know');
}

test('[ONB-06] [ONB-08] [ONB-09] [ONB-16] signing in leads through phone, code and contacts to the steps for users with an account @full', async ({
  browser,
  server,
}) => {
  const ada = await Person.at(browser, server.url);
  const { page } = ada;
  await signInByTutorial(page, '+15550840001');
  const known = await ada.context.request.get('/api/me');
  expect(await known.json()).toMatchObject({ user: { name: 'New user', phone: '+15550840001' } });
  await page.getByRole('button', { name: 'Skip for Now' }).click();
  const titles = [...last, 'Better together', 'At hand everywhere'];
  for (const [place, title] of titles.entries()) {
    await atStep(page, `${place + 4} of 7`, title);
    if (place < titles.length - 1) await next(page).click();
  }
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\d\/$/);
});

for (const [at, source] of ['Import from Phone', 'Import from CSV'].entries()) {
  test(`[ONB-08] ${source} ends the tutorial and leads to the contacts @full`, async ({
    browser,
    server,
  }) => {
    const { page } = await Person.at(browser, server.url);
    await signInByTutorial(page, `+1555084001${at}`);
    await page.getByRole('button', { name: source }).click();
    await expect(page).toHaveURL(/\/contacts$/);
    await expect(page.getByRole('heading', { name: 'Import Contacts' })).toBeVisible();
    await page.goto('/queue');
    await expect(page).toHaveURL(/\/queue$/);
  });
}
