import type { Tx } from '../store/store.ts';
import { shared } from '../testing/shared-tree.ts';

test('[SHARE-16] assigning checks two people: the number of statements and rows does not depend on the number of members', async () => {
  const cost = async (members: number): Promise<readonly string[]> => {
    const { ann, cid, person, campaign, task, assign, calls, store } = await shared();
    for (let index = 0; index < members; index += 1) {
      const member = await person(`Member ${index}`);
      const todo = { type: 'todo', title: 'x', parent_id: task.id, assigned_to: member.id };
      await ann.create(todo);
    }
    const before = new Map(
      store.tables().access.map((row) => [`${row.user_id} ${row.item_id}`, row]),
    );
    calls.length = 0;
    const readForAll = new Set<number>();
    const begin = store.tx.bind(store);
    store.tx = <T>(work: (tx: Tx) => Promise<T>) =>
      begin((tx) => {
        const access: Tx['access'] = (itemIds, userIds) => {
          if (userIds === null) for (const id of itemIds) readForAll.add(id);
          else expect(userIds.length).toBeLessThanOrEqual(2);
          return tx.access(itemIds, userIds);
        };
        const get = (of: Tx, name: keyof Tx) => (name === 'access' ? access : of[name]);
        return work(new Proxy(tx, { get: (of, name) => get(of, name as keyof Tx) }));
      });
    await assign(campaign, cid.id);
    // Below it only the rights of these two are read.
    expect([...readForAll].filter((id) => id !== campaign.id)).toEqual([]);
    const written = store.tables().access.filter((row) => {
      const known = before.get(`${row.user_id} ${row.item_id}`);
      return JSON.stringify(known) !== JSON.stringify(row);
    });
    // For the others only the campaign changes, which has another assignee now.
    const others = written.filter(({ user_id }) => user_id === ann.id || user_id > cid.id);
    expect(others.every(({ item_id }) => item_id === campaign.id)).toBe(true);
    return [...calls];
  };
  const [few, many] = [await cost(1), await cost(12)];
  expect(many).toEqual(few);
  expect(few.length).toBeLessThanOrEqual(30);
});
