import { page } from 'vitest/browser';
import { atPath, button } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const next = button('Next');

/** Waits until the tutorial is at the step with that title. */
async function atStep(place: string, title: string): Promise<void> {
  await expect.element(page.getByText(`Step ${place}`, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title);
}

test('[ONB-01] [ONB-02] [ONB-04] [ONB-05] [ONB-07] without an account the tutorial asks for a choice and shows the offline steps', async () => {
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
