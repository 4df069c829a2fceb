import { randomUUID } from 'node:crypto';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import type { RequestExtras, TestClient } from '../http/testing/test-client.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

/** No item has this number. */
const nothing = 99_999_999;

/** Ann's campaign with a task of Bob's; Bob may only view the campaign. */
async function family() {
  const [ann, bob] = [server.client(), server.client()];
  await ann.signIn('Ann');
  const bobUser = await bob.signIn('Bob');
  await importEachOther(ann, bob);
  const campaign = await ann.create({ type: 'campaign' });
  const task = await ann.create({ type: 'task', parent_id: campaign.id, assigned_to: bobUser.id });
  const own = await bob.create();
  /** Every request about an item by its number, or with it as a parent. */
  const asks: Record<
    string,
    (id: number) => [Parameters<TestClient['send']>[0], string, unknown?]
  > = {
    get: (id) => ['GET', `/api/items/${id}`],
    activity: (id) => ['GET', `/api/campaigns/${id}/activity?page=1`],
    patch: (id) => ['PATCH', `/api/items/${id}`, { title: 'Mine' }],
    assign: (id) => ['POST', `/api/items/${id}/assign`, { user_id: bobUser.id }],
    label: (id) => ['POST', `/api/items/${id}/labels`, { add: ['mine'] }],
    remove: (id) => ['POST', `/api/items/${id}/remove`, { user_id: bobUser.id }],
    delete: (id) => ['DELETE', `/api/items/${id}`],
    restore: (id) => ['POST', `/api/items/${id}/restore`],
    create: (id) => ['POST', '/api/items', { type: 'todo', title: 'Mine', parent_id: id }],
    move: (id) => ['PATCH', `/api/items/${own.id}`, { parent_id: id }],
  };
  /** Sends all of Bob's requests; returns the status and the body by name, without the item's title. */
  async function askAll(id: number, keys: Readonly<Record<string, string>>) {
    const answers: [string, number, unknown][] = [];
    for (const [name, ask] of Object.entries(asks)) {
      const [method, url, body] = ask(id);
      const key = method === 'GET' ? undefined : keys[name];
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const extras: RequestExtras = { body, headers };
      const answer = await bob.send(method, url, extras);
      answers.push([name, answer.status, answer.status < 400 ? null : answer.body]);
    }
    return answers;
  }
  const newKeys = () => Object.fromEntries(Object.keys(asks).map((name) => [name, randomUUID()]));
  return { ann, campaign, task, askAll, newKeys };
}

test('[SHARE-30] an item that a user has lost access to looks like a missing item, on every route and in every repeat', async () => {
  const { ann, campaign, task, askAll, newKeys } = await family();
  const unknown = await askAll(nothing, newKeys());
  expect(new Set(unknown.map(([, status]) => status))).toEqual(new Set([404, 422]));

  const keys = newKeys();
  const seen = await askAll(campaign.id, keys);
  const forbidden = seen.filter(([, status]) => status === 403).map(([name]) => name);
  expect(forbidden).toEqual([
    'patch',
    'assign',
    'label',
    'remove',
    'delete',
    'restore',
    'create',
    'move',
  ]);
  await ann.post(`/api/items/${task.id}/assign`, { user_id: 0 });
  expect(await askAll(campaign.id, keys)).toEqual(unknown);
  expect(await askAll(campaign.id, newKeys())).toEqual(unknown);
  expect(await askAll(task.id, newKeys())).toEqual(unknown);
  await ann.delete(`/api/items/${task.id}`);
  expect(await askAll(task.id, newKeys())).toEqual(unknown);
  await ann.delete(`/api/items/${campaign.id}`);
  expect(await askAll(campaign.id, keys)).toEqual(unknown);
});

test('[SHARE-30] a repeat of a forbidden request stays forbidden as long as the user sees the item', async () => {
  const { campaign, askAll, newKeys } = await family();
  const keys = newKeys();
  const first = await askAll(campaign.id, keys);
  expect(await askAll(campaign.id, keys)).toEqual(first);
});
