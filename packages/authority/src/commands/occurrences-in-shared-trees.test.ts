import { copyIn } from '../testing/repeating-task.ts';
import { shared } from '../testing/shared-tree.ts';
import { itemOf, refusalOf } from '../testing/world.ts';

/** Ann's campaign with Bob's task, which is assigned to Cid and contains a daily todo of one of them. */
async function seriesOf(owner: 'ann' | 'bob' | 'cid', count: number) {
  const tree = await shared();
  const { campaign, task, assign, store } = tree;
  await assign(task, tree.cid.id);
  const todo = await tree[owner].create({
    type: 'todo',
    title: 'water',
    parent_id: task.id,
    due_date: '2026-03-01',
    repeat: `FREQ=DAILY;COUNT=${count}`,
  });
  const url = tree.url(todo, '/occurrences');
  const people = [tree.ann, tree.bob, tree.cid];
  const copies = () =>
    store
      .tables()
      .items.filter((row) => row.occurrence_of === todo.uuid && row.deleted_at === null);
  return { ...tree, campaign, todo, occurrences: url, people, copies };
}

/** The actor in words, then the actor and the owner of the item. */
const meetings = [
  ['the owner of the tree', 'ann', 'bob'],
  ['the owner of the item, in the tree of another', 'bob', 'bob'],
  ['the owner of the item, with a right on its parent alone', 'cid', 'cid'],
  ['a third person, in the tree of another', 'cid', 'bob'],
  ['a third person, with an item of the owner of the tree', 'bob', 'ann'],
] as const;

describe.each(meetings)('%s', (_who, actor, owner) => {
  test('[REPEAT-10] [REPEAT-11] [REPEAT-14] completes each occurrence, including the last, and undoes them', async () => {
    const tree = await seriesOf(owner, 2);
    const { occurrences, people, copies, todo, holds } = tree;
    const by = tree[actor];
    const first = await by.send('POST', occurrences, { n: 1 });
    expect(itemOf(first)).toMatchObject({ status: 'pending', due_date: '2026-03-02' });
    expect(copyIn(first)).toMatchObject({ user_id: tree[owner].id, status: 'completed' });
    for (const person of people) expect(await person.see(copies()[0]!)).not.toBeNull();
    const last = await by.send('POST', occurrences, { n: 2 });
    expect(itemOf(last)).toMatchObject({ status: 'completed', occurrence: 2 });
    expect(copyIn(last)).toBeNull();
    expect(copies()).toHaveLength(1);
    holds();
    expect(itemOf(await by.send('DELETE', `${occurrences}/2`))).toMatchObject({
      status: 'pending',
      occurrence: 2,
      due_date: '2026-03-02',
    });
    expect(itemOf(await by.send('DELETE', `${occurrences}/1`))).toMatchObject({
      status: 'pending',
      occurrence: 1,
      due_date: '2026-03-01',
    });
    expect(copies()).toEqual([]);
    expect((await tree[owner].see(todo))?.user_id).toBe(tree[owner].id);
    holds();
  });

  test('[REPEAT-12] skips each occurrence, including the last, and undoes them', async () => {
    const tree = await seriesOf(owner, 2);
    const { occurrences, copies, holds } = tree;
    const by = tree[actor];
    const skip = async (n: number) => itemOf(await by.send('POST', occurrences, { n, skip: true }));
    const back = async (n: number, skipped_from: string) =>
      itemOf(await by.send('DELETE', `${occurrences}/${n}`, { skipped_from }));
    expect(await skip(1)).toMatchObject({ status: 'pending', due_date: '2026-03-02' });
    expect(await skip(2)).toMatchObject({ status: 'completed', occurrence: 2 });
    expect(copies()).toEqual([]);
    expect(await back(2, '2026-03-02')).toMatchObject({ status: 'pending', occurrence: 2 });
    expect(await back(1, '2026-03-01')).toMatchObject({ occurrence: 1, due_date: '2026-03-01' });
    holds();
  });
});

test.each([1, 2])(
  '[REPEAT-14] a person who lost the right can no longer act on occurrence %i, not even of an item that they created',
  async (n) => {
    const { ann, cid, task, remove, occurrences, copies, holds } = await seriesOf('cid', 2);
    for (let done = 1; done < n; done += 1) await cid.send('POST', occurrences, { n: done });
    await remove(task, cid.id);
    const before = copies();
    for (const refused of [
      await cid.send('POST', occurrences, { n }),
      await cid.send('POST', occurrences, { n, skip: true }),
      await cid.send('DELETE', `${occurrences}/${n - 1 || n}`),
    ]) {
      expect(refusalOf(refused).status).toBe(404);
    }
    expect(copies()).toEqual(before);
    expect((await ann.send('POST', occurrences, { n })).status).toBe(200);
    holds();
  },
);

test.each([1, 2])(
  '[SHARE-11] a series of %i occurrences and its copies pass to the owner of the tree',
  async (count) => {
    const { ann, bob, authority, occurrences, copies, todo, holds } = await seriesOf('bob', count);
    await bob.send('POST', occurrences, { n: 1 });
    await authority.deleteAccount({ userId: bob.id });
    holds();
    expect(copies()).toHaveLength(count - 1);
    for (const copy of copies()) expect(copy.user_id).toBe(ann.id);
    expect(await ann.see(todo)).toMatchObject({ user_id: ann.id, occurrence: count });
    expect((await ann.send('DELETE', `${occurrences}/1`)).status).toBe(200);
    expect(await ann.see(todo)).toMatchObject({ status: 'pending', occurrence: 1 });
    holds();
  },
);
