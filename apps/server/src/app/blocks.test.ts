import { sql } from 'kysely';
import { browserKeys } from '../http/testing/browser-keys.ts';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import type { TestClient } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const posted: string[] = [];
const server = await sharedInFile(startServerUnderTest());
const post: typeof fetch = (url) => {
  posted.push(url as string);
  return Promise.resolve(new Response(null, { status: 201 }));
};
const app = await server.build({}, { post });
const open = () => server.client(app);

/** Two people who have imported each other's numbers. */
async function contacts(browser: () => TestClient = open) {
  const [ann, bob] = [browser(), browser()];
  const { id: annId } = await ann.signIn('Ann');
  const { id: bobId } = await bob.signIn('Bob');
  const imports = () => importEachOther(ann, bob);
  await imports();
  const mutualsOf = async (client: TestClient) =>
    (await client.get('/api/contacts/mutuals')).body.mutuals.map(({ id }: { id: number }) => id);
  return { ann, bob, annId, bobId, imports, mutualsOf };
}

test('[BLOCK-04] no push message is sent about a person who is separated from its recipient by a block', async () => {
  const { ann, bob, bobId } = await contacts();
  const endpoint = 'https://fcm.googleapis.com/fcm/send/blocked';
  expect((await bob.post('/api/push', { endpoint, keys: browserKeys })).status).toBe(204);
  const campaign = await ann.create({ type: 'campaign', assigned_to: bobId });
  const todo = await bob.create({ parent_id: campaign.id });
  const complete = (status: string) => ann.patch(`/api/items/${todo.uuid}`, { status });
  await complete('completed');
  await expect.poll(() => posted).toContain(endpoint);
  const sentAt = async () => {
    const { rows } = await sql<{ last_sent_at: string }>`
      select last_sent_at from push where user_id = ${bobId}`.execute(server.database.kysely);
    return rows[0]?.last_sent_at;
  };
  const before = await sentAt();
  server.clock.nowMs += 60_000;
  await ann.post(`/api/contacts/${bobId}/block`);
  await complete('pending');
  await ann.delete(`/api/contacts/${bobId}/block`);
  expect(await sentAt()).toBe(before);
  await complete('completed');
  await expect.poll(sentAt).not.toBe(before);
  const { notifications } = (await bob.get('/api/changes?since=0')).body;
  expect(notifications.map(({ kind }: { kind: string }) => kind)).not.toContain('reopened');
});

test('[BLOCK-08] a report is stored with its reason and text, and blocks on request', async () => {
  const { ann, annId, bobId, mutualsOf } = await contacts();
  const url = `/api/contacts/${bobId}/report`;
  const text = '  Calls me\r\nat night.  ';
  expect((await ann.post(url, { reason: 'harassment', text, block: true })).status).toBe(204);
  expect(await mutualsOf(ann)).toEqual([]);
  const { rows } = await sql`
    select user_id, reported_id, reason, text, created_at, done_at from reports
    where user_id = ${annId}`.execute(server.database.kysely);
  const created_at = new Date(server.clock.nowMs).toISOString();
  const about = { user_id: annId, reported_id: bobId, reason: 'harassment' };
  expect(rows).toEqual([{ ...about, text: 'Calls me\nat night.', created_at, done_at: null }]);
});

test.each([
  ['another reason', { reason: 'boring' }, { reason: 'unknown_value' }],
  ['no reason', { text: 'x' }, { reason: 'required' }],
  ['more than 500 characters', { reason: 'spam', text: 'x'.repeat(501) }, { text: 'too_long' }],
  ['a control character', { reason: 'spam', text: 'a\u0000b' }, { text: 'control_character' }],
])('[BLOCK-08] a report with %s is refused', async (_what, body, fields) => {
  const { ann, bobId } = await contacts();
  const answer = await ann.post(`/api/contacts/${bobId}/report`, body);
  expect([answer.status, answer.body.error.fields]).toEqual([422, fields]);
});

test('[BLOCK-08] an account reports at most 20 times a day', async () => {
  const app = await server.build({ rateLimits: 'on' });
  const { ann, bobId } = await contacts(() => server.client(app));
  const statuses: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    const text = 'x'.repeat(500);
    const answer = await ann.post(`/api/contacts/${bobId}/report`, { reason: 'spam', text });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
});

test('[EXPORT-01] an export contains the people whom its user blocked or reported, and no blocks or reports by others', async () => {
  const { ann, bob, bobId } = await contacts();
  const report = { reason: 'other', text: 'Mine.' };
  await ann.post(`/api/contacts/${bobId}/report`, { ...report, block: true });
  const created_at = new Date(server.clock.nowMs).toISOString();
  const exported = async (client: TestClient) => (await client.post('/api/me/export')).body;
  expect(await exported(ann)).toMatchObject({
    blocked: [{ id: bobId, name: 'Bob', blocked_at: created_at }],
    reports: [{ reported_id: bobId, ...report, created_at }],
  });
  expect(await exported(bob)).toMatchObject({ blocked: [], reports: [] });
});

test('[BLOCK-07] blocks by and of an account end with the account, and reports keep its id', async () => {
  const { ann, bob, annId, bobId } = await contacts();
  await ann.post(`/api/contacts/${bobId}/report`, { reason: 'spam', block: true });
  await bob.delete('/api/me');
  expect((await ann.get('/api/contacts/blocked')).body).toEqual({ blocked: [] });
  await ann.delete('/api/me');
  const { rows } = await sql`
    select user_id, reported_id, text from reports
    where user_id = ${annId}`.execute(server.database.kysely);
  expect(rows).toEqual([{ user_id: annId, reported_id: bobId, text: '' }]);
});
