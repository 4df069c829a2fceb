import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { atPath, button, heading, goOn } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import { stopTime } from '../ui/testing/fake-time.ts';

const next = button('Next');

/** The tutorial is at the step that says so under its title. */
async function atStep(place: string, title: string): Promise<void> {
  await expect.element(page.getByText(`Step ${place}`, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title);
}

test('[ONB-01] [ONB-02] [ONB-04] [ONB-05] [ONB-07] without an account the tutorial asks for a choice and goes through the offline steps', async () => {
  await openApp('/', { tutorial: 'ahead' });
  await atStep('1 of 6', 'Welcome to Foray');
  await expect.element(button('Previous')).toBeDisabled();
  await next.click();
  await atStep('2 of 6', 'Do you want an account?');
  await expect.element(next).toBeDisabled();
  await button('Continue Without Account').click();
  await next.click();
  const titles = [
    'Your work in four lists',
    'From campaign to todo',
    'Works without a connection',
    'At hand everywhere',
  ];
  for (const [place, title] of titles.entries()) {
    await atStep(`${place + 2} of 5`, title);
    if (place < titles.length - 1) await next.click();
  }
  await button('Previous').click();
  await atStep('4 of 5', 'Works without a connection');
  await next.click();
  await button('Get Started').click();
  await atPath('/');
});

for (const [way, label] of [
  ['closing', 'Skip tutorial'],
  ['finishing', 'Get Started'],
] as const) {
  test(`[ONB-03] ${way} the tutorial fades it out and leads to Home after 300 ms`, async () => {
    await openApp('/', { tutorial: 'ahead' });
    await atStep('1 of 6', 'Welcome to Foray');
    if (way === 'finishing') {
      await next.click();
      await button('Continue Without Account').click();
      for (let step = 2; step <= 5; step += 1) await next.click();
    }
    await expect.element(button(label)).toBeVisible();
    const tutorial = page.getByRole('dialog');
    const pass = stopTime();
    await button(label).click();
    await pass(280);
    expect(location.pathname).toBe('/onboarding');
    await expect.element(tutorial).toHaveStyle({ opacity: '0' });
    await pass(40);
    await atPath('/');
  });
}

test('[LOGIN-08] going on without an account before the tutorial is done counts as skipping it', async () => {
  await openApp('/', { tutorial: 'ahead' });
  await atPath('/onboarding');
  goOn('/login');
  await button('Continue without signing in').click();
  await atPath('/campaigns');
  goOn('/queue');
  await expect.element(heading('Queue')).toBeVisible();
  const kept = JSON.parse(localStorage.getItem('onboarding-storage') ?? '{}');
  expect(kept.state.skippedAt).toEqual(expect.any(String));
});
