import * as fc from 'fast-check';
import { sql } from 'kysely';
import { openPostgresStore } from '../db/store/postgres-store.ts';
import { authorityOver } from '../db/testing/store-under-test.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { freshPhone, type TestClient } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

interface SignedIn {
  readonly id: number;
  readonly phone: string;
  readonly client: TestClient;
}

async function signIn(name: string, phone = freshPhone()): Promise<SignedIn> {
  const client = server.client();
  const { id } = await client.signIn(name, phone);
  return { id, phone, client };
}

function imports(who: SignedIn, ...others: readonly { readonly phone: string }[]) {
  return who.client.post('/api/contacts/sync', {
    contacts: others.map(({ phone }) => phone.slice(1)),
  });
}

async function mutualsOf({ client }: SignedIn): Promise<unknown> {
  return (await client.get('/api/contacts/mutuals')).body.mutuals;
}

const changesOf = async ({ client }: SignedIn, since = 0) =>
  (await client.get(`/api/changes?since=${since}`)).body;

test('[API-11] contacts: two people who have imported each other are mutual contacts, and no other users are', async () => {
  const [ann, bob, eve] = [await signIn('Ann'), await signIn('Bob'), await signIn('Eve')];
  expect((await imports(ann, bob, eve)).body).toEqual({ count: 2, invalid: [], beyond: [] });
  expect([await mutualsOf(ann), await mutualsOf(bob)]).toEqual([[], []]);
  expect((await imports(bob, ann)).body.count).toBe(1);
  expect(await mutualsOf(ann)).toEqual([{ id: bob.id, name: 'Bob', phone: bob.phone }]);
  expect(await mutualsOf(bob)).toEqual([{ id: ann.id, name: 'Ann', phone: ann.phone }]);
  expect(await mutualsOf(eve)).toEqual([]);
  expect((await server.client().get('/api/contacts/mutuals')).status).toBe(401);
});

test("contacts: a number without a country code is read in the country of the importer's number", async () => {
  const ann = await signIn('Ann', '+4915123450001');
  const bob = await signIn('Bob', '+4915123450002');
  const answer = await ann.client.post('/api/contacts/sync', { contacts: ['015123450002'] });
  expect(answer.body.count).toBe(1);
  await bob.client.post('/api/contacts/sync', { contacts: ['004915123450001'] });
  expect(await mutualsOf(ann)).toEqual([expect.objectContaining({ id: bob.id })]);
});

test('contacts: numbers are stored as keyed hashes only', async () => {
  const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
  await imports(ann, bob);
  const { rows } = await sql<{ row: string }>`
      select c::text || encode(phone_hash, 'escape') as row from contacts c
      where user_id = ${ann.id}`.execute(server.database.kysely);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(bob.phone.slice(-7)))).toEqual([]);
});

test('contacts imports are limited', async () => {
  const client = server.client(await server.build({ rateLimits: 'on' }));
  await client.signIn('Ann');
  const statuses: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    statuses.push((await client.post('/api/contacts/sync', { contacts: [] })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('contacts: no response about contacts reveals whether a number has an account', async () => {
  const accounts = await Promise.all(['A', 'B', 'C'].map((name) => signIn(name)));
  // Each account imports the numbers of all accounts.
  for (const one of accounts) await imports(one, ...accounts);
  const written = fc.constantFrom(
    (phone: string) => phone,
    (phone: string) => phone.slice(1),
    (phone: string) => phone.slice(2),
  );
  const numbers = fc.array(fc.tuple(fc.nat({ max: 2 }), written), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(numbers, async (chosen) => {
      const strangers = accounts.map(() => freshPhone());
      const ask = async (phones: readonly string[]) => {
        const asker = await signIn('Asker');
        const contacts = chosen.map(([index, write]) => write(phones[index] ?? ''));
        const { status, body, headers } = await asker.client.post('/api/contacts/sync', {
          contacts,
        });
        const { now: _, ...changes } = await changesOf(asker);
        return {
          status,
          body,
          headers: Object.keys(headers),
          changes,
          mutuals: await mutualsOf(asker),
        };
      };
      expect(await ask(accounts.map(({ phone }) => phone))).toEqual(await ask(strangers));
    }),
    { numRuns: 40 },
  );
});

async function mutuals(): Promise<readonly [SignedIn, SignedIn]> {
  const pair = [await signIn('Ann'), await signIn('Bob')] as const;
  await imports(pair[0], pair[1]);
  await imports(pair[1], pair[0]);
  return pair;
}
const kindsOf = (changes: { readonly notifications: readonly { readonly kind: string }[] }) =>
  changes.notifications.map(({ kind }) => kind);

test('notifications are kept for 90 days', async () => {
  const [ann, bob] = await mutuals();
  await ann.client.create({ assigned_to: bob.id });
  const authority = authorityOver(
    await openPostgresStore({ database: server.database, hashPhone: Buffer.from }),
    () => server.clock.nowMs,
  );
  await authority.cleanUp();
  expect(kindsOf(await changesOf(bob))).toContain('assigned');
  server.clock.nowMs += 91 * 86_400_000;
  await authority.cleanUp();
  const { now: _, cursor, ...changes } = await changesOf(bob);
  expect([changes.notifications, cursor]).toEqual([[], expect.any(Number)]);
});

test('deleting an account ends every session, erases the person, and frees the number', async () => {
  const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
  await imports(ann, bob);
  await imports(bob, ann);
  const campaign = await ann.client.create({ type: 'campaign', assigned_to: bob.id });
  const shared = await bob.client.create({ title: 'Shared', parent_id: campaign.id });
  await bob.client.create({ title: 'Unmistakable' });
  const second = await signIn('Bob', bob.phone);
  expect(second.id).toBe(bob.id);
  const cursor = (await changesOf(ann)).cursor;

  const answer = await bob.client.delete('/api/me');
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect((await bob.client.get('/api/me')).status).toBe(401);
  expect((await second.client.get('/api/me')).status).toBe(401);
  expect((await ann.client.get(`/api/items/${shared.uuid}`)).body).toMatchObject({
    user_id: ann.id,
    permission: 'manage',
  });
  expect(await changesOf(ann, cursor)).toMatchObject({ removedMutuals: [bob.id] });
  expect(await mutualsOf(ann)).toEqual([]);
  const rows = await server.rows();
  expect(rows).not.toContain('Unmistakable');
  expect(rows).not.toContain(bob.phone);
  const next = await signIn('Carl', bob.phone);
  expect(next.id).not.toBe(bob.id);
  expect((await next.client.get('/api/items?type=todo')).body.total).toBe(0);
});
