import { page, userEvent } from 'vitest/browser';
import { fillSignIn, queued, settled, signIn } from './testing/account-page.ts';
import { AppServer, newPhone } from './testing/app-server.ts';
import { atPath, button, goOn, main, quickAdd, said, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { callFaults } from './testing/server-faults.ts';

const banner = page.getByRole('banner');
const next = button('Next');

/** Waits until the tutorial is at the step with that title. */
async function atStep(place: string, title: string): Promise<void> {
  await expect.element(page.getByText(`Step ${place}`, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title);
}

/** The tutorial of a new visitor, at the step that asks for the phone number. */
async function openPhoneStep(): Promise<AppServer> {
  const server = new AppServer();
  await openApp('/', { server, tutorial: 'ahead' });
  await next.click();
  await button('Sign In').click();
  await next.click();
  await atStep('1 of 7', 'Your phone number');
  return server;
}

async function signInByTutorial(phone: string): Promise<AppServer> {
  const server = await openPhoneStep();
  await expect.element(button('Previous')).toBeDisabled();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await next.click();
  await atStep('2 of 7', 'Enter the code');
  await expect.element(page.getByText('For testing, the code 123456 is accepted.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('123456');
  await next.click();
  await atStep('3 of 7', 'Find people you know');
  return server;
}

test('[LOGIN-03] [LOGIN-06] the sign-in button shows that it is busy, and then Home opens', async () => {
  const server = new AppServer();
  await openApp('/login', { server });
  await fillSignIn(newPhone());
  server.faults.plan({ kind: 'held' }, { path: /^\/api\/login/ });
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(main.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  server.faults.clear();
  await atPath('/');
  await expect.element(banner.getByRole('button', { name: 'Account' })).toBeVisible();
});

test('[LOGIN-07] a sign-in that fails is reported, keeps the typed text and the guest’s items, and can be retried', async () => {
  const server = new AppServer();
  await openApp('/', { server });
  await quickAdd('todo', 'Buy boots');
  goOn('/login');
  const number = newPhone();
  await fillSignIn(number);
  const submit = main.getByRole('button', { name: 'Sign In' });
  for (const [, fault] of callFaults) {
    const login = { method: 'POST', path: /^\/api\/login$/, times: Infinity };
    const planned = server.faults.plan(fault, login);
    await submit.click();
    await planned.met;
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/^Failed to login. Please try again.$/);
    await expect.element(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(number);
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Byron');
    await expect.element(submit).toBeEnabled();
    server.faults.clear();
  }
  await submit.click();
  await atPath('/');
  await settled();
  expect(await (await server.account('Ada Byron', number)).titles()).toEqual(['Buy boots']);
});

test('[ONB-12] [ONB-13] [ONB-14] [ONB-15] each step of signing in from the tutorial shows its error and stays, or shows its success', async () => {
  const { faults } = await openPhoneStep();
  const says = async (title: string, text: string) => {
    await expect.element(page.getByRole('alert').getByText(title, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
  };
  const failsAt = async (path: RegExp, field: ReturnType<typeof page.getByRole>, value: string) => {
    await field.fill(value);
    for (const [, fault] of callFaults) {
      const planned = faults.plan(fault, { path, times: Infinity });
      await next.click();
      await planned.met;
      await says('Login failed', 'Please try again');
      await expect.element(field).toHaveValue(value);
      faults.clear();
    }
  };
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  for (const wrong of ['', '+15550810']) {
    await phone.fill(wrong);
    await next.click();
    await says('Invalid phone number', 'Please enter a valid phone number');
  }
  await failsAt(/^\/api\/login\/code/, phone, '+15550810002');
  await next.click();
  await said('Code sent', 'Check your phone for the verification code');

  const code = page.getByRole('textbox', { name: 'Verification code' });
  for (const wrong of ['12345', '654321']) {
    await code.fill(wrong);
    await next.click();
    await says('Invalid code', 'Please enter the correct verification code');
  }
  await failsAt(/^\/api\/login$/, code, '123456');
  await next.click();
  await said('Welcome!', 'You have successfully logged in');
  await expect.element(button('Skip for Now')).toBeVisible();
});

test('[ONB-06] [ONB-08] [ONB-09] [ONB-16] signing in from the tutorial leads through phone, code and contacts to the steps for users with an account', async () => {
  const phone = newPhone();
  const server = await signInByTutorial(phone);
  const users = [...server.store.rows('users')];
  expect(users.find((user) => user.phone === phone)).toMatchObject({ name: 'New user' });
  await button('Skip for Now').click();
  const titles = [
    'Your work in four lists',
    'From campaign to todo',
    'Better together',
    'At hand everywhere',
  ];
  for (const [place, title] of titles.entries()) {
    await atStep(`${place + 4} of 7`, title);
    if (place < titles.length - 1) await next.click();
  }
  await button('Get Started').click();
  await atPath('/');
  await button('Later').click();

  goOn('/preferences');
  const name = main.getByRole('textbox', { name: 'Name' });
  await expect.element(page.getByText('What should others call you?')).toBeVisible();
  await expect.element(name).toHaveValue('');
  await name.fill('  Ada Lovelace ');
  await button('Save name').click();
  await expect.element(toast).toHaveTextContent('Name saved');
  await expect.element(page.getByText('What should others call you?')).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Ada Lovelace');
  server.setOffline(true);
  await name.fill('Countess');
  await expect.element(button('Save name')).toBeDisabled();
  await expect
    .element(page.getByText('Your name and number can be changed when you are online.'))
    .toBeVisible();
});

test('[ONB-10] after a guest has signed in a celebration is shown until it completes', async () => {
  await openApp('/login', { server: new AppServer() });
  await fillSignIn(newPhone());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await main.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByText('You’re in!')).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.element(page.getByText('You’re in!')).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(page.getByText('You’re in!')).not.toBeInTheDocument();
});

/** The texts and controls of the page that the message covers, in part or completely. */
function coveredByToast(): readonly string[] {
  const message = toast.getByRole('listitem').element();
  const box = message.getBoundingClientRect();
  const isCovered = ({ left, right, top, bottom, width }: DOMRect) =>
    width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  const covered: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    const isOwn =
      message.contains(text) || text.parentElement?.closest('.sr-only, [data-announcer]');
    if (!isOwn && isCovered(range.getBoundingClientRect())) covered.push(text.textContent ?? '');
  }
  for (const control of document.querySelectorAll('button, input, a')) {
    if (message.contains(control) || control.matches('[href="#main"]')) continue;
    if (isCovered(control.getBoundingClientRect())) covered.push(control.outerHTML.slice(0, 90));
  }
  return covered;
}

for (const [width, height] of [
  [360, 640],
  [390, 780],
  [768, 700],
  [1280, 720],
] as const)
  test(`[ONB-17] the message about the code covers no part of the tutorial at ${width} × ${height} px, and the field of the code has the focus`, async () => {
    await openPhoneStep();
    await page.viewport(width, height);
    await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone());
    await next.click();
    await said('Code sent', 'Check your phone for the verification code');
    await expect.element(page.getByRole('textbox', { name: 'Verification code' })).toHaveFocus();
    await expect.poll(() => document.getAnimations().length).toBe(0);
    expect(coveredByToast()).toEqual([]);
  });

test('[ONB-18] the celebration waits for the end of the tutorial, and asks a person without a name for it', async () => {
  const phone = newPhone();
  const server = await signInByTutorial(phone);
  await button('Skip for Now').click();
  for (const place of ['4', '5', '6', '7']) {
    await expect.element(page.getByText(`Step ${place} of 7`)).toBeVisible();
    await expect.element(page.getByText('You’re in!')).not.toBeInTheDocument();
    if (place !== '7') await next.click();
  }
  await button('Get Started').click();
  const question = page.getByRole('dialog', { name: 'You’re in!' });
  const name = question.getByRole('textbox', { name: 'Your name?' });
  await expect.element(name).toHaveFocus();
  await button('Save name').click();
  await expect.element(question.getByText('Please enter a name.')).toBeVisible();
  await name.fill('Ada Lovelace');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await said('Name saved');
  await expect
    .poll(() => [...server.store.rows('users')].find((user) => user.phone === phone)?.name)
    .toBe('Ada Lovelace');
});

test('[ONB-18] the question for a name ends by itself if nothing is typed', async () => {
  await signInByTutorial(newPhone());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await button('Skip tutorial').click();
  await vi.advanceTimersByTimeAsync(1_000);
  const question = page.getByRole('dialog', { name: 'You’re in!' });
  await expect.element(question).toBeVisible();
  await vi.advanceTimersByTimeAsync(9_000);
  await expect.element(question).not.toBeInTheDocument();
});

test('[UPG-02] an upgrade that fails on the server is reported, loses nothing, and is finished by another attempt', async () => {
  const server = new AppServer();
  await openApp('/', { server });
  await quickAdd('todo', 'Buy boots');
  server.faults.plan({ kind: 'status', status: 500 }, { path: /^\/api\/batch/, times: Infinity });
  const phone = newPhone();
  await signIn(phone);
  const dialog = page.getByRole('alertdialog', { name: 'Upgrading Your Account' });
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('The upgrade could not be finished. Nothing is lost.');
  await expect.element(page.getByText('Buy boots', { exact: true }).first()).toBeVisible();
  expect(await queued()).toHaveLength(1);
  server.faults.clear();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Upgrade complete!');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await (await server.account('Ada Byron', phone)).titles()).toEqual(['Buy boots']);
});
