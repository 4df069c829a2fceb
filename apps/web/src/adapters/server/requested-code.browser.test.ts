import { requestCode } from './requested-code.ts';

const phone = '+4915112345678';
afterEach(() => vi.restoreAllMocks());

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const required = (challenge: string, bits: number) =>
  json(428, { error: { code: 'proof_required', message: '', proof: { challenge, bits } } });

/** A server that responds by `answer`, with the bodies sent to it. */
function serve(answer: (sent: { proof?: { challenge: string; solution: number } }) => Response) {
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, asked) => {
    if (path === '/csrf-cookie') return new Response(null, { status: 204 });
    const sent = JSON.parse(asked?.body as string);
    bodies.push(sent);
    return answer(sent);
  });
  return bodies;
}

test('[SIGN-11] a browser that must send a proof computes it in a worker and repeats the call with it', async () => {
  const bodies = serve(({ proof }) =>
    proof === undefined ? required('16.1.abc.def', 12) : json(200, { ok: true }),
  );
  expect(await requestCode(phone, 'sign_in')).toMatchObject({ kind: 'answer' });
  const { proof } = bodies[1] as { readonly proof: { readonly solution: number } };
  expect(bodies).toEqual([
    { phone, purpose: 'sign_in' },
    {
      phone,
      purpose: 'sign_in',
      proof: { challenge: '16.1.abc.def', solution: expect.any(Number) },
    },
  ]);
  const text = new TextEncoder().encode(`16.1.abc.def:${proof.solution}`);
  const hash = await crypto.subtle.digest('SHA-256', text);
  expect(Math.clz32(new DataView(hash).getUint32(0))).toBeGreaterThanOrEqual(12);
});

test('[SIGN-11] a proof is sent only if the server requires it, and the browser stops after several rejected ones', async () => {
  const few = serve(() => json(200, { ok: true }));
  await requestCode(phone, 'sign_in');
  expect(few).toEqual([{ phone, purpose: 'sign_in' }]);
  vi.restoreAllMocks();
  const many = serve(() => required('again', 1));
  expect(await requestCode(phone, 'sign_in')).toMatchObject({ kind: 'refusal', status: 428 });
  expect(many).toHaveLength(4);
});

test('[SIGN-11] cancelling ends the search', async () => {
  const bodies = serve(() => required('endless', 32));
  const abort = new AbortController();
  const reply = requestCode(phone, 'sign_in', abort.signal);
  await expect.poll(() => bodies).toHaveLength(1);
  abort.abort();
  expect(await reply).toMatchObject({ kind: 'refusal' });
  expect(bodies).toHaveLength(1);
});
