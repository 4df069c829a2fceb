import { page } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useLogOut } from './log-out.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';

const startedAt = location.pathname;
beforeEach(() => history.replaceState(null, '', '/queue'));
afterEach(() => history.replaceState(null, '', startedAt));

function LogOut() {
  const { logOut, question } = useLogOut();
  return (
    <>
      <Button onClick={logOut}>Log out</Button>
      {question}
    </>
  );
}

/** Presses Log out; returns a function that lets the sign-out finish. */
async function pressLogOut(): Promise<() => Promise<void>> {
  let end = () => {};
  const signedOut = new Promise<void>((resolve) => (end = resolve));
  const signOut = vi.fn(() => signedOut);
  const { client } = fakeClient({ unsentCount: async () => 0, signOut });
  renderWith(client, <LogOut />);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => signOut).toHaveBeenCalledOnce();
  return async () => {
    end();
    await signedOut;
  };
}

test('logging out navigates home', async () => {
  const end = await pressLogOut();
  await end();
  await expect.poll(() => location.pathname).toBe('/');
});

test('a person who has opened another page in the meantime stays there', async () => {
  const end = await pressLogOut();
  history.pushState(null, '', '/my-list');
  await end();
  // Everything after the end of the sign-out has run.
  await Promise.resolve();
  await expect.poll(() => location.pathname).toBe('/my-list');
});
