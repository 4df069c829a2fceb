import type { Authority } from '@foray/authority';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPersonUnderTest } from './testing/store-under-test.ts';
import type { PersonUnderTest } from './testing/store-under-test.ts';

let started: PersonUnderTest;
let authority: Authority;
let userId: number;
beforeAll(async () => {
  started = await startPersonUnderTest();
  ({ authority, userId } = started);
});
afterAll(() => started?.stop());

/** How many statements a call sends, without the beginning and the end of its transaction. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await call();
  const configs = query.mock.calls.map(([config]) => config as unknown as string | pg.QueryConfig);
  query.mockRestore();
  const texts = configs.map((config) => (typeof config === 'string' ? config : config.text));
  return texts.filter((text) => !/^(begin|start transaction|commit)/i.test(text)).length;
}

test('where the caller stands comes with the record of a key, and costs a read one statement', async () => {
  const data = { type: 'todo', title: 'x', uuid: randomUUID() };
  const create = { method: 'POST', url: '/api/items', data };
  const first = await statementsOf(() => authority.request({ userId }, { ...create, opId: 'a' }));
  const positions = [{ run: await started.presentRun(), head: 1 }];
  const caller = { userId, positions };
  const again = { ...create, data: { ...data, uuid: randomUUID() } };
  const repeated = await statementsOf(() => authority.request(caller, { ...again, opId: 'b' }));
  expect(repeated).toBe(first);
  expect(first).toBeLessThanOrEqual(6);
  expect(await statementsOf(() => authority.me(caller))).toBe(2);
});
