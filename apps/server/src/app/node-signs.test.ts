import { randomUUID } from 'node:crypto';
import { readNodes } from '../db/upkeep/node-signs.ts';
import { openDatabase } from '../db/pool/database.ts';
import { startTestDatabase } from '../db/testing/test-database.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import { startNodeSigns } from './node-signs.ts';

const { database, address } = await sharedInFile(startTestDatabase());
const db = database.kysely;

test('[OPS-17] a node repeats its sign, also after its row is gone, until it stops', async () => {
  const node = { id: randomUUID(), version: '1.2.3', build: 'aaaa' };
  const signs = startNodeSigns(db, node, { warn: () => undefined }, 20);
  const seenAt = async () => {
    const row = db.selectFrom('nodes').select('seen_at').where('id', '=', node.id);
    return (await row.executeTakeFirst())?.seen_at;
  };
  await expect.poll(seenAt).toBeDefined();
  const first = await seenAt();
  await expect.poll(seenAt).not.toBe(first);
  await db.deleteFrom('nodes').execute();
  await expect.poll(seenAt).toBeDefined();
  expect(await readNodes(db)).toMatchObject([node]);
  await signs.stop();
  expect(await readNodes(db)).toEqual([]);
});

test('[OPS-17] a database that takes no signs is logged once, and delays no stop', async () => {
  const readOnly = openDatabase({ address, isDirect: true, maxConnections: 1 });
  onTestFinished(() => readOnly.close());
  const asked: string[] = [];
  readOnly.pool.on('connect', (client) => {
    void client.query('set default_transaction_read_only = on');
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (...args: Parameters<typeof query>) => {
        const [statement] = args as readonly unknown[];
        asked.push(typeof statement === 'string' ? statement : JSON.stringify(statement));
        return query(...args);
      },
    });
  });
  const lines: unknown[] = [];
  const node = { id: randomUUID(), version: '1.2.3', build: 'aaaa' };
  const log = { warn: (...line: readonly unknown[]) => void lines.push(line) };
  const signs = startNodeSigns(readOnly.kysely, node, log as never, 5);
  const tries = () => asked.filter((statement) => statement.includes('insert into nodes')).length;
  await expect.poll(tries).toBeGreaterThan(2);
  await signs.stop();
  expect(lines).toEqual([[expect.anything(), 'the sign of this node was not noted']]);
});
