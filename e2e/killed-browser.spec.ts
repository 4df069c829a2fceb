import { expect, type Page } from '@playwright/test';
import { OwnProfile } from './own-profile.ts';
import { newPhone } from './phone.ts';
import { test as base } from './test.ts';

const test = base.extend<{ readonly profile: OwnProfile }>({
  profile: async ({ server }, use) => {
    const profile = await OwnProfile.make(server.url);
    await use(profile);
    await profile.remove();
  },
});

const header = (page: Page) => page.getByRole('banner');

test('[AUTH-05] [AUTH-06] a sign-out survives a kill of the browser at any point of its writes @full', async ({
  profile,
}) => {
  const phone = newPhone();
  const ada = await profile.open();
  await ada.arrive(phone, 'Ada Byron');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await profile.close();
  const signedIn = await profile.copyLocalStorage();

  const leaving = await profile.open({ cutOff: true });
  await leaving.quickAdd('todo', 'Find the map');
  await leaving.logOut();
  await leaving.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Log out', exact: true })
    .click();
  await expect(header(leaving.page).getByText('Local only')).toBeVisible();
  await profile.kill();
  await profile.putLocalStorageBack(signedIn);

  const next = await profile.open({ cutOff: true });
  await expect(header(next.page).getByText('Local only')).toBeVisible();
  await expect(next.page.getByText('No items yet!')).toBeVisible();
  await expect(next.page.getByText('Buy boots')).toHaveCount(0);
  await expect(next.page.getByText('Ada')).toHaveCount(0);
  await expect(next.page.getByText(`1 change of ${phone} is waiting.`)).toBeVisible();
  await expect(next.page.getByText('Find the map')).toHaveCount(0);
  await profile.close();

  const back = await profile.open();
  await back.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await back.fillSignIn(phone, 'Ada Byron');
  await back.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(back.row('Find the map')).toBeVisible();
  await expect(back.page.getByText('is waiting.')).toHaveCount(0);
  await back.settled();
});

test('[AUTH-05] [I1] a signed-in user’s confirmed changes are on the screen after a kill of the browser', async ({
  profile,
}) => {
  const guest = await profile.open();
  await expect(header(guest.page).getByText('Local only')).toBeVisible();
  await profile.close();
  const nobody = await profile.copyLocalStorage();

  const ada = await profile.open();
  await ada.arrive(newPhone(), 'Ada Byron');
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Buy boots');
  await profile.kill();
  await profile.putLocalStorageBack(nobody);

  const again = await profile.open({ cutOff: true });
  await expect(again.row('Buy boots')).toBeVisible();
  await expect(header(again.page).getByRole('button', { name: 'Account' })).toHaveText('AB');
});

test('[ROUTE-03] a user with items does not see the tutorial after a kill, unless they reset it @full', async ({
  profile,
}) => {
  const newcomer = { newcomer: true };
  const ada = await profile.open(newcomer);
  await ada.page.getByRole('button', { name: 'Next' }).click();
  await expect(ada.page).toHaveURL(/\/onboarding$/);
  await profile.close();
  const atStep2 = await profile.copyLocalStorage();

  const guest = await profile.open(newcomer);
  await guest.continueWithoutAccount();
  await guest.quickAdd('todo', 'Buy boots');
  await profile.kill();
  await profile.putLocalStorageBack(atStep2);

  const again = await profile.open(newcomer);
  const { page } = again;
  await expect(again.row('Buy boots')).toBeVisible();
  await expect(page).toHaveURL(/\d\/$/);
  await page.goto('/preferences');
  await page.getByRole('button', { name: 'Reset Tutorial' }).click();
  await expect(page).toHaveURL(/\/onboarding$/);
  await page.goto('/queue');
  await expect(page).toHaveURL(/\/onboarding$/);
  await again.continueWithoutAccount();
  await page.reload();
  await expect(again.row('Buy boots')).toBeVisible();
});
