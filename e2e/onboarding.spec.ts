import { expect, type Page } from '@playwright/test';
import { Person } from './person.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

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

test('[ONB-01] [ONB-02] [ONB-04] [ONB-05] [ONB-07] without an account the tutorial asks for a choice and goes through the offline steps', async ({
  browser,
  server,
}) => {
  const { page } = await Person.at(browser, server.url);
  await atStep(page, '1 of 6', 'Welcome to Foray');
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await next(page).click();
  await atStep(page, '2 of 6', 'Do you want an account?');
  await expect(next(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Continue Without Account' }).click();
  await next(page).click();
  const titles = [...last, 'Works without a connection', 'At hand everywhere'];
  for (const [place, title] of titles.entries()) {
    await atStep(page, `${place + 2} of 5`, title);
    if (place < titles.length - 1) await next(page).click();
  }
  await page.getByRole('button', { name: 'Previous' }).click();
  await atStep(page, '4 of 5', 'Works without a connection');
  await next(page).click();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\d\/$/);
});

test('[ONB-06] [ONB-08] [ONB-09] [ONB-16] signing in goes through phone, code and contacts to the steps for people with an account', async ({
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
  test(`[ONB-08] ${source} ends the tutorial and leads to the contacts`, async ({
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

for (const [way, label] of [
  ['closing', 'Skip tutorial'],
  ['finishing', 'Get Started'],
] as const) {
  test(`[ONB-03] ${way} the tutorial fades it out and leads to Home after 300 ms`, async ({
    browser,
    server,
  }) => {
    const { page } = await Person.at(browser, server.url);
    await page.clock.install();
    await page.reload();
    if (way === 'finishing') {
      await next(page).click();
      await page.getByRole('button', { name: 'Continue Without Account' }).click();
      for (let step = 2; step <= 5; step += 1) await next(page).click();
    }
    const press = page.getByRole('button', { name: label });
    await expect(press).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await press.click();
    await page.clock.runFor(280);
    await expect(page).toHaveURL(/\/onboarding$/);
    await expect(page.getByRole('dialog')).toHaveCSS('opacity', '0');
    await page.clock.runFor(40);
    await expect(page).toHaveURL(/\d\/$/);
  });
}
