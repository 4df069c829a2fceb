import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openPostgresStore } from './db/postgres-store.ts';
import { authorityOver } from './db/testing/store-under-test.ts';
import { startServerUnderTest } from './http/testing/server-under-test.ts';
import { codeOf, freshPhone } from './http/testing/test-client.ts';
import type { TestClient } from './http/testing/test-client.ts';
import { sharedInFile } from './testing/shared-in-file.ts';

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

describe('contacts', () => {
  test('[API-11] two people who have each other are mutual, and no other user is', async () => {
    const [ann, bob, eve] = [await signIn('Ann'), await signIn('Bob'), await signIn('Eve')];
    expect((await imports(ann, bob, eve)).body).toEqual({ count: 2, invalid: [], beyond: [] });
    expect([await mutualsOf(ann), await mutualsOf(bob)]).toEqual([[], []]);
    expect((await imports(bob, ann)).body.count).toBe(1);
    expect(await mutualsOf(ann)).toEqual([{ id: bob.id, name: 'Bob', phone: bob.phone }]);
    expect(await mutualsOf(bob)).toEqual([{ id: ann.id, name: 'Ann', phone: ann.phone }]);
    expect(await mutualsOf(eve)).toEqual([]);
    expect((await server.client().get('/api/contacts/mutuals')).status).toBe(401);
  });

  test('becoming mutual enters both streams, with the number, and notifies the other', async () => {
    const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
    const { uuid } = await ann.client.create();
    await imports(ann, bob);
    expect((await changesOf(ann)).mutuals).toEqual([]);
    await imports(bob, ann);
    const [toAnn, toBob] = [await changesOf(ann), await changesOf(bob)];
    expect(toAnn.mutuals).toEqual([{ id: bob.id, name: 'Bob', phone: bob.phone }]);
    expect(toBob.mutuals).toEqual([{ id: ann.id, name: 'Ann', phone: ann.phone }]);
    expect(toAnn.users).toContainEqual(expect.objectContaining({ id: bob.id, phone: bob.phone }));
    expect(toBob.users).toContainEqual(expect.objectContaining({ id: ann.id, phone: ann.phone }));
    expect(toAnn.notifications).toEqual([
      expect.objectContaining({ kind: 'mutual', actor_id: bob.id, item_id: null, count: 1 }),
    ]);
    expect(toBob.notifications).toEqual([]);

    // It opens assigning, and on the item the numbers.
    const assigned = await ann.client.post(`/api/items/${uuid}/assign`, { user_id: bob.id });
    expect(assigned.body.assignedUser.phone).toBe(bob.phone);
    expect((await bob.client.get(`/api/items/${uuid}`)).body.created_by.phone).toBe(ann.phone);

    // A second time nothing changes.
    await imports(bob, ann);
    await imports(ann, bob);
    expect((await changesOf(ann, toAnn.cursor)).mutuals).toEqual([]);
  });

  test("a number is found as it is written in the country of one's own", async () => {
    const ann = await signIn('Ann', '+4915123450001');
    const bob = await signIn('Bob', '+4915123450002');
    const answer = await ann.client.post('/api/contacts/sync', { contacts: ['015123450002'] });
    expect(answer.body.count).toBe(1);
    await bob.client.post('/api/contacts/sync', { contacts: ['004915123450001'] });
    expect(await mutualsOf(ann)).toEqual([expect.objectContaining({ id: bob.id })]);
  });

  test('a user who is no mutual contact can be assigned nothing, with an account or without', async () => {
    const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
    await imports(ann, bob);
    const { uuid } = await ann.client.create();
    for (const user_id of [bob.id, 999_999, 5]) {
      const answer = await ann.client.post(`/api/items/${uuid}/assign`, { user_id });
      expect([answer.status, codeOf(answer)]).toEqual([422, 'unknown_assignee']);
    }
  });

  test('of two imports at once the later sees the earlier', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
      await Promise.all([imports(ann, bob), imports(bob, ann)]);
      expect(await mutualsOf(ann)).toHaveLength(1);
      expect(await mutualsOf(bob)).toHaveLength(1);
    }
  });

  test('beyond 5,000 numbers the answer names what has no room, and nothing is lost of the rest', async () => {
    const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
    const many = Array.from({ length: 4_999 }, (_, index) => `1444${7_000_000 + index}`);
    const first = await ann.client.post('/api/contacts/sync', { contacts: many });
    expect(first.body).toEqual({ count: 4_999, invalid: [], beyond: [] });
    const [last, beyond] = ['14448000001', '14448000002'];
    const second = await ann.client.post('/api/contacts/sync', {
      contacts: ['x', last, beyond, many[7], bob.phone.slice(1)],
    });
    expect(second.body).toEqual({ count: 2, invalid: ['x'], beyond: [beyond, bob.phone.slice(1)] });
    await imports(bob, ann);
    expect(await mutualsOf(ann)).toEqual([]);
    const tooMany = await ann.client.post('/api/contacts/sync', {
      contacts: [...many, ...many, '1', '2', '3'],
    });
    expect([tooMany.status, tooMany.body.error.fields]).toEqual([422, { contacts: 'too_long' }]);
  });

  test('numbers are kept as keyed hashes only', async () => {
    const [ann, bob] = [await signIn('Ann'), await signIn('Bob')];
    await imports(ann, bob);
    const { rows } = await sql<{ row: string }>`
      select c::text || encode(phone_hash, 'escape') as row from contacts c
      where user_id = ${ann.id}`.execute(server.database.kysely);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(bob.phone.slice(-7)))).toEqual([]);
  });

  test('imports are limited', async () => {
    const client = server.client(await server.build({ rateLimits: 'on' }));
    await client.signIn('Ann');
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      statuses.push((await client.post('/api/contacts/sync', { contacts: [] })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  test('no answer about contacts reveals whether a number has an account', async () => {
    const accounts = await Promise.all(['A', 'B', 'C'].map((name) => signIn(name)));
    // They have people's numbers too, but never that of who asks.
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
});

describe('notifications', () => {
  async function mutuals(): Promise<readonly [SignedIn, SignedIn]> {
    const pair = [await signIn('Ann'), await signIn('Bob')] as const;
    await imports(pair[0], pair[1]);
    await imports(pair[1], pair[0]);
    return pair;
  }
  const kindsOf = (changes: { readonly notifications: readonly { readonly kind: string }[] }) =>
    changes.notifications.map(({ kind }) => kind);

  test('report what others do (assigned, completed, reopened), not what the user does', async () => {
    const [ann, bob] = await mutuals();
    const before = (await changesOf(bob)).cursor;
    const item = await ann.client.create({ assigned_to: bob.id });
    const received = await changesOf(bob, before);
    expect(received.notifications).toEqual([
      expect.objectContaining({ kind: 'assigned', actor_id: ann.id, item_uuid: item.uuid }),
    ]);
    const seen = (await changesOf(ann)).cursor;
    await bob.client.patch(`/api/items/${item.uuid}`, { status: 'completed' });
    await bob.client.patch(`/api/items/${item.uuid}`, { status: 'pending' });
    expect(kindsOf(await changesOf(ann, seen))).toEqual(['completed', 'reopened']);
    const later = (await changesOf(ann)).cursor;
    await ann.client.patch(`/api/items/${item.uuid}`, { status: 'completed' });
    expect(kindsOf(await changesOf(ann, later))).toEqual([]);
  });

  test('leave out roll-ups, not what an import assigns to others, and group alike ones within 10 minutes in one row', async () => {
    const [ann, bob] = await mutuals();
    const campaign = await ann.client.create({ type: 'campaign' });
    const task = await ann.client.create({
      type: 'task',
      parent_id: campaign.id,
      assigned_to: bob.id,
    });
    const since = (await changesOf(ann)).cursor;
    const todo = await bob.client.create({ parent_id: task.id });
    await bob.client.patch(`/api/items/${todo.id}`, { status: 'completed' });
    expect((await ann.client.get(`/api/items/${campaign.id}`)).body.status).toBe('completed');
    expect(kindsOf(await changesOf(ann, since))).toEqual([]);

    const before = (await changesOf(bob)).cursor;
    const given = { type: 'todo', title: 'x', assigned_to: bob.id };
    await ann.client.post('/api/items', given, { 'x-import': '1' });
    const imported = await changesOf(bob, before);
    expect(kindsOf(imported)).toEqual(['assigned']);

    const from = imported.cursor;
    for (let count = 1; count <= 3; count += 1) {
      await ann.client.create({ parent_id: campaign.id, assigned_to: bob.id });
      const [grouped] = (await changesOf(bob, from)).notifications;
      expect(grouped.count).toBe(count + 1);
    }
    server.clock.nowMs += 600_001;
    await ann.client.create({ parent_id: campaign.id, assigned_to: bob.id });
    expect((await changesOf(bob, from)).notifications).toHaveLength(2);
  });

  test('are marked read up to the last one shown; later ones stay unread, and other devices receive the change', async () => {
    const [ann, bob] = await mutuals();
    await ann.client.create({ assigned_to: bob.id });
    const shown = await changesOf(bob);
    expect(shown.notifications[0].read_at).toBe(null);
    const campaign = await ann.client.create({ type: 'campaign' });
    await ann.client.create({ parent_id: campaign.id, assigned_to: bob.id });
    const answer = await bob.client.post('/api/notifications/read', { up_to: shown.cursor });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const after = await changesOf(bob, shown.cursor);
    const readOf = new Map(
      after.notifications.map(({ id, read_at }: { id: number; read_at: string | null }) => [
        id,
        read_at,
      ]),
    );
    expect(readOf.get(shown.notifications[0].id)).not.toBe(null);
    expect([...readOf.values()].filter((at) => at === null)).toHaveLength(1);
    // Again it does nothing, and no other user's are touched.
    await bob.client.post('/api/notifications/read', { up_to: shown.cursor });
    expect((await changesOf(bob, after.cursor)).notifications).toEqual([]);
    await ann.client.post('/api/notifications/read', { up_to: 1_000_000 });
    expect((await changesOf(bob, after.cursor)).notifications).toEqual([]);
  });

  test('are kept for 90 days', async () => {
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
});

describe('deleting an account', () => {
  test('ends every session, erases the person, and frees the number', async () => {
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
});
