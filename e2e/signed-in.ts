import { expect, type Browser, type BrowserContext } from '@playwright/test';
import { antiForgery } from './anti-forgery.ts';
import { skipTutorial } from './guest.ts';
import { TestPerson } from './person.ts';

/** An account as the server returns it. */
export interface SignedInAccount {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
}

/**
 * A person who signed in to this browser before, at Home: for tests that do not test the sign-in screen,
 * which takes longer than many of them. `prepare` runs in each of their pages before the app.
 */
export async function signedInAt(
  browser: Browser,
  url: string,
  phone: string,
  name = 'Ada Byron',
  ...prepare: readonly ((() => void) | undefined)[]
): Promise<TestPerson> {
  const context = await browser.newContext({ baseURL: url });
  await TestPerson.prepare(context, skipTutorial, ...prepare);
  await logIn(context, phone, name);
  const person = await TestPerson.in(context);
  await expect(person.page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  return person;
}

/** Signs a browser context in before its first page opens; finds or creates the account. */
export async function logIn(
  context: BrowserContext,
  phone: string,
  name: string,
): Promise<SignedInAccount> {
  await context.request.get('/csrf-cookie');
  const headers = await antiForgery(context);
  const answer = await context.request.post('/api/login', { headers, data: { phone, name } });
  expect(answer.status()).toBe(200);
  const { user } = (await answer.json()) as { user: SignedInAccount };
  await context.addInitScript(
    (remembered) => {
      if (localStorage.getItem('local-data-storage') !== null) return;
      localStorage.setItem('local-data-storage', JSON.stringify(remembered));
    },
    { user, signedOutId: null, leaving: [] },
  );
  return user;
}
