import { Suspense, lazy } from 'react';
import { page, userEvent } from 'vitest/browser';
import { ClientProvider } from '../../replica/index.ts';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { render } from '../../ui/testing/render.tsx';
import { Notices } from './notices.tsx';

const { loaded, load } = vi.hoisted(() => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  return { loaded, load: () => load() };
});
vi.mock('../../features/onboarding/celebration.tsx', async (original) => {
  await loaded;
  return original();
});

/** Appears with the celebration's code, at the latest together with the celebration. */
const Loaded = lazy(async () => {
  await import('../../features/onboarding/celebration.tsx');
  return { default: () => <p>Loaded</p> };
});

test('[ONB-10] a celebration that loads while the user already types does not appear and intercepts no key', async () => {
  const { client, notify } = fakeClient({});
  render(
    <ClientProvider client={client}>
      <input aria-label="Title" />
      <Notices isInTutorial={false} />
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    </ClientProvider>,
  );
  const celebration = page.getByText('You’re in!');
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toBeVisible();
  notify({ kind: 'signedIn', wasGuest: true });
  await userEvent.type(title, 'Buy');
  load();
  await expect.element(page.getByText('Loaded')).toBeVisible();
  expect(celebration.query()).toBeNull();
  await userEvent.type(title, ' boots');
  await expect.element(title).toHaveValue('Buy boots');

  // The next celebration finds its code loaded.
  notify({ kind: 'signedIn', wasGuest: true });
  await expect.element(celebration).toBeVisible();
});

test('[ONB-10] a sign-in shows no celebration if the person was not a guest before', async () => {
  const { client, notify } = fakeClient({});
  render(
    <ClientProvider client={client}>
      <Notices isInTutorial={false} />
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    </ClientProvider>,
  );
  load();
  await expect.element(page.getByText('Loaded')).toBeVisible();
  const celebration = page.getByText('You’re in!');
  const pass = stopTime();
  notify({ kind: 'signedIn', wasGuest: false });
  await pass(100);
  expect(celebration.query()).toBeNull();
  notify({ kind: 'signedIn', wasGuest: true });
  await pass(100);
  expect(celebration.query()).not.toBeNull();
});
