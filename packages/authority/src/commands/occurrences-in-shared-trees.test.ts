import { shared } from '../testing/shared-tree.ts';

/** Ann's campaign with Bob's task, which contains a daily todo of his. */
async function seriesOfBob(count: number) {
  const tree = await shared();
  const { bob, task, store } = tree;
  const todo = await bob.create({
    type: 'todo',
    title: 'water',
    parent_id: task.id,
    due_date: '2026-03-01',
    repeat: `FREQ=DAILY;COUNT=${count}`,
  });
  const copies = () =>
    store
      .tables()
      .items.filter((row) => row.occurrence_of === todo.uuid && row.deleted_at === null);
  return { ...tree, todo, occurrences: tree.url(todo, '/occurrences'), copies };
}

test.each([1, 2])(
  '[SHARE-11] a series of %i occurrences and its copies pass to the owner of the tree',
  async (count) => {
    const { ann, bob, authority, occurrences, copies, todo, holds } = await seriesOfBob(count);
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
