import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import { cleanUpDatabase } from '../db/upkeep/clean-up.ts';
import { openPostgresStore } from '../db/store/postgres-store.ts';
import { authorityOver } from '../db/testing/store-under-test.ts';
import { importEachOther } from '../http/testing/contacts.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Texts that people wrote, searched in every column of every table.

const server = await sharedInFile(startServerUnderTest('own'));

/** The hourly clean-up of a server. */
async function cleanUp(): Promise<void> {
  const { database, clock } = server;
  const store = await openPostgresStore({ database, hashPhone: (phone) => Buffer.from(phone) });
  await authorityOver(store, () => clock.nowMs).cleanUp();
  await cleanUpDatabase(database.kysely, clock.nowMs);
}

/** The tables that contain a word in any column. */
async function tablesWith(word: string): Promise<readonly string[]> {
  const { kysely } = server.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`.execute(kysely);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text ilike ${`%${word}%`} limit 1`.execute(kysely);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('[KEEP-01] a replaced text of an item outside campaigns is stored only in the log, until the item is erased', async () => {
  const client = server.client();
  await client.signIn();
  const task = await client.create({ type: 'task', title: 'canary first', description: 'canary' });
  const todo = await client.create({ title: 'canary below', parent_id: task.id });
  expect(await tablesWith('canary')).toEqual(['items']);
  for (const { id } of [task, todo]) {
    await client.patch(`/api/items/${id}`, { title: 'New', description: null });
  }
  expect(await tablesWith('canary')).toEqual(['activity']);
  const log = (await client.get(`/api/items/${todo.id}/activity`)).body.data;
  expect(log).toMatchObject([{ action: 'updated', before: { title: 'canary below' } }]);
  for (const { id } of [todo, task]) await client.delete(`/api/items/${id}`);
  server.clock.nowMs += 30 * dayMs + 1;
  await cleanUp();
  expect(await tablesWith('canary')).toEqual([]);
  const { kysely } = server.database;
  const { rows } = await sql`select from activity where campaign_id is null`.execute(kysely);
  expect(rows).toEqual([]);
});

/** A campaign with a todo that was written, changed and given a label, all with the same word in it. */
async function wroteIn(word: string) {
  const client = server.client();
  await client.signIn();
  const campaign = await client.create({ type: 'campaign', title: 'Kept' });
  const place = { title: `${word} title`, description: `${word} text`, parent_id: campaign.id };
  const item = await client.create(place);
  await client.patch(`/api/items/${item.id}`, { description: `${word} again` });
  await client.post(`/api/items/${item.id}/labels`, { add: [`${word} label`], remove: [] });
  const read = async (id = campaign.id) => (await client.get(`/api/campaigns/${id}/activity`)).body;
  return { client, campaign, item, read };
}

test("[KEEP-02] the log of a campaign loses an item's texts 30 days after its deletion, together with the item", async () => {
  const { client, item, read } = await wroteIn('petrel');
  await client.delete(`/api/items/${item.id}`);
  const before = (await read()).data;
  expect(JSON.stringify(before)).toContain('petrel text → petrel again');
  server.clock.nowMs += 30 * dayMs;
  await cleanUp();
  // On the last day everything can be restored, and the log is complete.
  expect((await client.post(`/api/items/${item.id}/restore`)).body).toMatchObject({
    title: 'petrel title',
    description: 'petrel again',
    labels: ['petrel label'],
  });
  expect((await read()).data.slice(1)).toEqual(before);
  await client.delete(`/api/items/${item.id}`);
  server.clock.nowMs += 30 * dayMs + 1;
  expect(await tablesWith('petrel')).toEqual(['activity', 'items']);
  await cleanUp();
  expect(await tablesWith('petrel')).toEqual([]);
  // The persons, actions and times stay.
  const kept = (await read()).data;
  expect(kept.slice(2)).toMatchObject(
    before.map(({ id, action, user, created_at, item: of }: Record<string, object>) => ({
      id,
      action,
      user,
      created_at,
      item: of?.['uuid' as never] === item.uuid ? { ...of, title: '' } : of,
    })),
  );
});

test("[KEEP-02] the log of a campaign is erased with the campaign's text, and items that moved elsewhere keep their own log", async () => {
  const { client, campaign, item } = await wroteIn('fulmar');
  const other = await client.create({ type: 'campaign', title: 'Other' });
  await client.patch(`/api/items/${item.id}`, { parent_id: other.id });
  await client.patch(`/api/items/${item.id}`, { description: 'fulmar there' });
  await client.delete(`/api/items/${campaign.id}`);
  server.clock.nowMs += 30 * dayMs + 1;
  await cleanUp();
  const { kysely } = server.database;
  const entries = kysely.selectFrom('activity').select('id');
  expect(await entries.where('campaign_id', '=', campaign.id).execute()).toEqual([]);
  const { data } = (await client.get(`/api/campaigns/${other.id}/activity`)).body;
  expect(data[0]).toMatchObject({
    item: { title: 'fulmar title' },
    metadata: { description: 'fulmar again → fulmar there' },
  });
});

test('[KEEP-03] log entries of earlier releases are erased too, in batches', async () => {
  const { client, campaign, item } = await wroteIn('gannet');
  const alone = await client.create({ title: 'Alone' });
  for (const { id } of [item, alone]) await client.delete(`/api/items/${id}`);
  const { kysely } = server.database;
  // In the form of that release, with 2,500 changes each: outside campaigns and in one, of items that have
  // become tombstones.
  await sql`
    insert into activity (campaign_id, item_id, item_type, item_title, user_id, action, metadata, automatic, created_at)
    select place.campaign_id, place.item_id, 'todo', 'gannet ' || n, i.user_id, 'updated',
      '{"title":{"old":"gannet","new":"gannet"}}', false, now()
    from (values (null::bigint, ${alone.id}::bigint), (${campaign.id}, ${item.id})) as place (campaign_id, item_id)
    join items i on i.id = place.item_id, generate_series(1, 2500) n`.execute(kysely);
  await sql`
    update items set title = '', description = null, search_text = '', labels = '{}',
      deleted_at = deleted_at - interval '31 days' where id in (${item.id}, ${alone.id})`.execute(
    kysely,
  );
  expect(await tablesWith('gannet')).toEqual(['activity']);
  await cleanUp();
  expect(await tablesWith('gannet')).toEqual([]);
  const counts = await sql`
    select (select count(*) from activity where campaign_id is null) as outside,
      (select count(*) from activity where item_id = ${item.id} and action = 'updated') as kept
    `.execute(kysely);
  expect(counts.rows).toEqual([{ outside: 0, kept: 2502 }]);
});

test("[KEEP-02] a deleted account leaves none of its text in the log of its items in others' campaigns", async () => {
  const { client, campaign } = await wroteIn('heron');
  const [owner, leaver] = [server.client(), server.client()];
  await owner.signIn('Ann');
  const { id } = await leaver.signIn('Bob');
  await importEachOther(owner, leaver);
  const shared = await owner.create({ type: 'campaign', title: 'Shared', assigned_to: id });
  const item = await leaver.create({ title: 'albatross', parent_id: shared.id });
  await leaver.patch(`/api/items/${item.id}`, { title: 'albatross again', parent_id: null });
  expect(await tablesWith('albatross')).toEqual(['activity', 'items']);
  expect((await leaver.delete('/api/me')).status).toBe(204);
  expect(await tablesWith('albatross')).toEqual([]);
  const log = (await owner.get(`/api/campaigns/${shared.id}/activity`)).body.data;
  expect(log.map(({ action }: { action: string }) => action)).toContain('moved');
  // The owner's log ends with their campaigns.
  expect((await client.delete('/api/me')).status).toBe(204);
  expect(await tablesWith('heron')).toEqual([]);
  expect((await client.get(`/api/campaigns/${campaign.id}/activity`)).status).toBe(401);
});
