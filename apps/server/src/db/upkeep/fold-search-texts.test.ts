import { sharedInFile } from '../../testing/shared-in-file.ts';
import { foldSearchTexts } from './fold-search-texts.ts';
import { startPersonUnderTest } from '../testing/store-under-test.ts';

const started = await sharedInFile(startPersonUnderTest());

const search = async (text: string) => {
  const found = await started.authority.search({ userId: started.userId }, text);
  return found.map(({ title }) => title);
};

/** An item with that title, written as a server of an earlier release writes it. */
async function writeAsBefore(title: string, text: string): Promise<void> {
  const data = { type: 'todo', title: 'Made before' };
  const caller = { userId: started.userId };
  const answer = await started.authority.request(caller, {
    method: 'POST',
    url: '/api/items',
    data,
    opId: title,
  });
  expect(answer.status).toBe(201);
  const values = [title, `${text}\n`];
  await started.database.pool.query(
    `update items set title = $1, search_text = $2 where title = 'Made before'`,
    values,
  );
}

test('[SEARCH-09] a text that an earlier release wrote is found regardless of accents after the next clean-up, and exactly as written until then', async () => {
  await writeAsBefore('Café crème', 'café crème');
  // More than one batch.
  await started.database.pool.query(`
    insert into items (id, uuid, root_id, type, title, status, user_id, created_at, updated_at, version, search_text)
    select 20000000 + n, gen_random_uuid(), 20000000 + n, 'todo', 'Zürich', 'pending', ${started.userId},
      now(), now(), 1, 'zürich' from generate_series(1, 600) n`);
  expect(await search('Café')).toEqual(['Café crème']);
  expect(await search('cafe')).toEqual([]);

  await foldSearchTexts(started.database.kysely);
  expect(await search('cafe')).toEqual(['Café crème']);
  expect(await search('CAFÉ')).toEqual(['Café crème']);
  const { rows } = await started.database.pool.query(
    'select count(*)::int as left from items where search_folded is null',
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('[SEARCH-09] a title that an earlier release changes is no longer found by its former words', async () => {
  const data = { type: 'todo', title: 'Straße kehren' };
  const caller = { userId: started.userId };
  await started.authority.request(caller, {
    method: 'POST',
    url: '/api/items',
    data,
    opId: 'street',
  });
  expect(await search('strasse')).toEqual(['Straße kehren']);
  await started.database.pool.query(
    `update items set title = 'Weg kehren', search_text = E'weg kehren\\n' where title = $1`,
    [data.title],
  );
  expect(await search('strasse')).toEqual([]);
  expect(await search('weg kehren')).toEqual(['Weg kehren']);
});
