import { localItem } from '@foray/sync/testing';
import { fakeClient } from '../testing/fake-client.ts';
import { familyOf, peopleOfTree, rootOf } from './tree.ts';

const uuids = (items: readonly { readonly uuid: string }[]) => items.map(({ uuid }) => uuid);

test('[DATA-15] every traversal ends, even on rows that contain each other or themselves', () => {
  const [one, two, own] = [1, 2, 3].map((id) =>
    localItem(id, { type: 'task', user_id: 1000 + id }),
  );
  if (!one || !two || !own) throw new Error('no rows');
  const fake = fakeClient();
  const rows = [
    { ...one, parent_uuid: two.uuid },
    { ...two, parent_uuid: one.uuid },
    { ...own, parent_uuid: own.uuid },
  ];
  fake.putRows(rows);
  const replica = fake.client.replica.get();
  expect(rootOf(replica, one.uuid)?.uuid).toBe(two.uuid);
  expect(uuids(familyOf(replica, one.uuid))).toEqual([one.uuid, two.uuid]);
  expect([...peopleOfTree(replica, two.uuid)]).toEqual([1001]);
  expect(rootOf(replica, own.uuid)?.uuid).toBe(own.uuid);
  expect(uuids(familyOf(replica, own.uuid))).toEqual([own.uuid]);
});
