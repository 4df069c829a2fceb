import { maxPageBytes } from '@foray/domain';
import { worldOf } from '../testing/world.ts';

/** A person with 60 todos of 30,000 bytes each. */
async function manyLongTodos() {
  const { world, ann } = await worldOf('Ann');
  const description = '語'.repeat(10_000);
  const made: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    made.push((await ann.create({ type: 'todo', title: `todo ${count}`, description })).uuid);
  }
  return { ...world, ann, made, caller: { userId: ann.id } };
}

const sizeOf = (page: unknown) => Buffer.byteLength(JSON.stringify(page));

test('[WIRE-07] a page of items ends before a megabyte, and the next ones have the rest', async () => {
  const { authority, made, caller } = await manyLongTodos();
  const received: string[] = [];
  for (let since = 0, more = true; more;) {
    const page = await authority.delta(caller, { type: 'todo', since, limit: 500 });
    if (!page.ok) throw page.error;
    expect(sizeOf(page.value)).toBeLessThan(1.05 * maxPageBytes);
    received.push(...page.value.data.map(({ uuid }) => uuid));
    ({ cursor: since, more } = page.value);
  }
  expect(received.toSorted()).toEqual(made.toSorted());
});

test('[WIRE-07] a page of the trash and a search also end before a megabyte', async () => {
  const { authority, ann, made, caller } = await manyLongTodos();
  expect(sizeOf(await authority.search(caller, 'todo'))).toBeLessThan(1.05 * maxPageBytes);
  for (const uuid of made) await ann.send('DELETE', `/api/items/${uuid}`);
  const received: string[] = [];
  for (let before: string | undefined = undefined, isMore = true; isMore;) {
    const page = await authority.trash(caller, { limit: 500, ...(before && { before }) });
    expect(sizeOf(page)).toBeLessThan(1.05 * maxPageBytes);
    received.push(...page.data.map(({ uuid }) => uuid));
    isMore = page.next !== null;
    before = page.next ?? undefined;
  }
  expect(received.toSorted()).toEqual(made.toSorted());
});
