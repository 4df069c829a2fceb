import { createAuthority, standardLimits } from '@foray/authority';
import { brokenInvariants } from '@foray/model';
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../pool/database.ts';
import { migrate } from '../upkeep/migrate.ts';
import { openPostgresStore } from './postgres-store.ts';
import { migrateTo } from '../testing/older-release.ts';
import { storeTables } from '../testing/store-tables.ts';
import { startPersonUnderTest } from '../testing/store-under-test.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const started = await sharedInFile(startPersonUnderTest());

/** Another node on the database, with this limit of items per account. */
async function nodeWith(accountItems: number) {
  const hashPhone = (phone: string) => Buffer.from(phone);
  const store = await openPostgresStore({ database: started.database, hashPhone });
  const reportBug = (error: unknown): never => {
    throw error;
  };
  return createAuthority({
    store,
    nowMs: Date.now,
    newUuid: randomUUID,
    digest: (text) => text,
    reportBug,
    limits: { ...standardLimits, accountItems },
  });
}

test('[QUOTA-07] concurrent creates on two nodes succeed up to the limit', async () => {
  const nodes = [await nodeWith(7), await nodeWith(7)];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => {
      const data = { type: 'todo', title: 'Zelt 🏕', uuid: randomUUID() };
      const request = { method: 'POST', url: '/api/items', data, opId: `${index}` };
      return nodes[index % 2]!.request({ userId: started.userId }, request);
    }),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(7);
  for (const { body } of answers.filter(({ status }) => status !== 201)) {
    expect(body).toMatchObject({ error: { code: 'limit', fields: { items_per_account: '7' } } });
  }
  const tables = await storeTables(started.database.pool).read();
  expect(brokenInvariants(tables)).toEqual([]);
  expect(tables.heads).toMatchObject([{ items: 7, bytes: 63 }]);
  expect(tables.ops).toHaveLength(16);
});

test('[QUOTA-07] the migration counts the existing items of accounts', async () => {
  const database = openDatabase({ address: await createEmptyDatabase() });
  try {
    await migrateTo(database, '0019-expand-log-erasure');
    await database.pool.query(`
      insert into users (id, phone, name, created_at, updated_at)
        select n, n::text, 'x', now(), now() from generate_series(1000, 1002) n;
      insert into heads (user_id, head) values (1000, 1), (1001, 1), (1002, 1);
      insert into items (uuid, root_id, type, title, description, labels, status, user_id, created_at,
          updated_at, version, deleted_at, deleted_op, search_text)
        select gen_random_uuid(), 1, 'todo', title, description, labels, 'pending', user_id, now(), now(), 1,
          case when gone then now() end, case when gone then '1:2' end, ''
        from (values
          (1000, 'Zelt 🏕', 'größer', array['é', 'ab'], false),
          (1000, 'x', null, array[]::text[], true),
          (1000, '', null, array[]::text[], true),
          (1001, 'yz', null, array[]::text[], false)
        ) as i (user_id, title, description, labels, gone)`);
    await migrate(database);
    const { rows } = await database.pool.query(
      'select user_id, items, bytes from heads order by user_id',
    );
    expect(rows).toEqual([
      { user_id: 1000, items: 2, bytes: 22 },
      { user_id: 1001, items: 1, bytes: 2 },
      { user_id: 1002, items: 0, bytes: 0 },
    ]);
  } finally {
    await database.close();
  }
});
