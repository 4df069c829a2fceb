import type { Reply } from '../store/call.ts';
import { FakeAccountMemory } from '../testing/fake-account-memory.ts';
import { refusal } from '../testing/poison.ts';
import { TestWorld } from '../testing/test-world.ts';
import { sendSignOut } from './sign-out.ts';

const ended = { kind: 'answer', status: 204, body: null, serverNow: null, position: null } as const;

/** A browser whose user signed out, and a server that answers the call that ends the session in this way. */
function afterSignOut(reply: Reply<null>, meanwhile: () => void = () => undefined) {
  const world = new TestWorld();
  const { transport } = world.newDevice();
  const memory = new FakeAccountMemory({ signedOutId: world.user.id });
  const calls: string[] = [];
  transport.logout = async () => {
    calls.push('logout');
    meanwhile();
    return reply;
  };
  return { memory, transport, calls, userId: world.user.id };
}

test('[AUTH-03] a session has ended when the server says so, and then the mark is removed', async () => {
  const { memory, transport } = afterSignOut(ended);
  expect(await sendSignOut(memory, transport)).toBe(true);
  expect(memory.value.signedOutId).toBeNull();
});

test.each<[string, Reply<null>]>([
  ['a server that broke', refusal(500)],
  ['a proxy that asks for a sign-in of its own', { kind: 'garbled', status: 401 }],
  ['no answer', { kind: 'noAnswer', why: 'timeout' }],
])('[AUTH-03] %s does not end the session, and the mark stays', async (_, reply) => {
  const { memory, transport, userId } = afterSignOut(reply);
  expect(await sendSignOut(memory, transport)).toBe(false);
  expect(memory.value.signedOutId).toBe(userId);
});

test('without a sign-out there is no session to end', async () => {
  const { memory, transport, calls } = afterSignOut(ended);
  memory.value = { ...memory.value, signedOutId: null };
  expect(await sendSignOut(memory, transport)).toBe(true);
  expect(calls).toEqual([]);
});

test('a call that a new sign-in has cancelled is not made', async () => {
  const { memory, transport, calls, userId } = afterSignOut(ended);
  const signal = new AbortController();
  signal.abort();
  expect(await sendSignOut(memory, transport, signal.signal)).toBe(false);
  expect(calls).toEqual([]);
  expect(memory.value.signedOutId).toBe(userId);
});

test('[AUTH-03] the response to a sign-out keeps the mark of the next sign-out', async () => {
  const { memory, transport } = afterSignOut(ended, () => {
    memory.value = { ...memory.value, signedOutId: 1002 };
  });
  expect(await sendSignOut(memory, transport)).toBe(true);
  expect(memory.value.signedOutId).toBe(1002);
});
