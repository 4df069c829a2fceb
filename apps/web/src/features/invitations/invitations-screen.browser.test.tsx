import { page } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { InvitationsScreen } from './invitations-screen.tsx';
import { readTypedPeople } from './typed-people.ts';

afterEach(() => void vi.restoreAllMocks());

const invitation = (id: number, more: object = {}) => ({
  id,
  name: `Person ${id}`,
  phone: `+491511234567${id}`,
  made_at: '2026-11-30T12:00:00.000Z',
  expires_at: '2126-12-14T12:00:00.000Z',
  used_at: null,
  revoked_at: null,
  ...more,
});

/** Shows the page over a server that answers each method with this. */
function open(answers: Readonly<Record<string, { status: number; body: unknown }>>) {
  const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const method = init?.method ?? 'GET';
    sent.push({ method, path: typeof path === 'string' ? path : '', body: init?.body });
    const { status, body } = answers[method] ?? { status: 503, body: null };
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
  renderWith(fakeClient().client, <InvitationsScreen />);
  return sent;
}

test('[INVITE-10] an operator makes links for the people typed, which are shown once', async () => {
  const token = 'A-token_of_22_charact1';
  const sent = open({
    GET: { status: 200, body: { data: [] } },
    POST: { status: 200, body: { data: [{ ...invitation(1), token }] } },
  });
  await expect.element(page.getByText('Nobody has been invited yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Make links' }).click();
  await expect.element(page.getByText('Write at least one person.')).toBeVisible();
  await page.getByLabelText('People').fill('+49 151 12345671, Person 1\nAda\n');
  await page.getByRole('button', { name: 'Make links' }).click();
  await expect.element(page.getByText(/These lines need a number.*2/)).toBeVisible();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  await page.getByLabelText('People').fill('+49 151 12345671, Person 1\n');
  await page.getByRole('button', { name: 'Make links' }).click();
  await expect.element(page.getByText(`${location.origin}/login#${token}`)).toBeVisible();
  const { body } = sent.find(({ method }) => method === 'POST') ?? {};
  expect(JSON.parse(String(body))).toEqual({
    people: [{ phone: '+49 151 12345671', name: 'Person 1' }],
  });
});

test('[INVITE-10] invitations are listed with their state, and open ones can be withdrawn', async () => {
  const at = '2026-11-30T13:00:00.000Z';
  const sent = open({
    GET: {
      status: 200,
      body: {
        data: [
          invitation(1),
          invitation(2, { used_at: at }),
          invitation(3, { revoked_at: at }),
          invitation(4, { expires_at: '2026-01-01T00:00:00.000Z' }),
        ],
      },
    },
    DELETE: { status: 204, body: null },
  });
  for (const state of [/^Open, until/, /^Used$/, /^Withdrawn$/, /^Expired$/]) {
    await expect.element(page.getByText(state)).toBeVisible();
  }
  await page.getByRole('button', { name: /Withdraw the invitation of Person 1/ }).click();
  await expect.poll(() => sent.at(-2)).toMatchObject({ method: 'DELETE' });
  expect(sent.map(({ path }) => path)).toContain('/api/invitations/1');
});

test('[INVITE-10] anybody else is told that only operators invite', async () => {
  open({ GET: { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Only operators can invite');
});

test('[INVITE-10] each line has a number with its plus, and a name', () => {
  expect(
    readTypedPeople(
      '+4915112345678 Ada Byron\n\n +1 (555) 010-0000;Bo\n0151 123 Cy\n+4915112345678',
    ),
  ).toEqual({
    people: [
      { phone: '+4915112345678', name: 'Ada Byron' },
      { phone: '+1 (555) 010-0000', name: 'Bo' },
    ],
    bad: [4, 5],
  });
});

test('[INVITE-06] earlier invitations than the first 500 are shown when asked for', async () => {
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    const asked = typeof path === 'string' ? path : '';
    sent.push(asked);
    const body = asked.endsWith('?before=2')
      ? { data: [invitation(1)], next: null }
      : { data: [invitation(2)], next: 2 };
    return new Response(JSON.stringify(body), { status: 200 });
  });
  renderWith(fakeClient().client, <InvitationsScreen />);
  await expect.element(page.getByText('Person 2')).toBeVisible();
  await page.getByRole('button', { name: 'Show earlier ones' }).click();
  await expect.element(page.getByText('Person 1')).toBeVisible();
  await expect.element(page.getByText('Person 2')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Show earlier ones' }))
    .not.toBeInTheDocument();
  expect(sent.at(-1)).toBe('/api/invitations?before=2');
});
