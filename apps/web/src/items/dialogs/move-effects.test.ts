import type { LocalItem } from '@foray/sync';
import { localItem } from '@foray/sync/testing';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { mayMoveTo, moveEffects } from './move-effects.ts';

const other = 1002;
const own = localItem(1, { type: 'campaign', user_id: ada.id });

/** The places to which Ada may move another person's item, as the screens offer them. */
function offered(items: readonly LocalItem[], item: LocalItem) {
  const fake = fakeClient();
  fake.putRows([own, item, ...items]);
  const replica = fake.client.replica.get();
  return [null, own.uuid].map((place) => mayMoveTo(replica, ada.id, item, place));
}

test("[SHARE-26] an item below a locally deleted task still belongs to another user's root", () => {
  const theirs = localItem(2, { type: 'campaign', user_id: other });
  const task = localItem(3, { type: 'task', user_id: ada.id, parent_uuid: theirs.uuid });
  const todo = localItem(4, { type: 'todo', user_id: other, parent_uuid: task.uuid });
  expect(offered([theirs, task], todo)).toEqual([false, false]);
  expect(offered([theirs, { ...task, _deleted: true }], todo)).toEqual([false, false]);
});

test("[SHARE-24] when an item leaves another user's campaign, the items of others stay behind and are counted", () => {
  const theirs = localItem(2, { type: 'campaign', user_id: other });
  const task = localItem(3, { type: 'task', user_id: ada.id, parent_uuid: theirs.uuid });
  const [mine, one, two] = [ada.id, other, 1003].map((user_id, place) =>
    localItem(4 + place, { type: 'todo', user_id, parent_uuid: task.uuid, assigned_to: 1004 }),
  );
  if (!mine || !one || !two) throw new Error('no rows');
  const fake = fakeClient();
  fake.putRows([own, theirs, task, mine, one, two]);
  const user = { id: ada.id, contacts: new Set<number>() };
  const effects = (place: string | null) =>
    moveEffects(fake.client.replica.get(), user, task, place);
  // Among the items that move along, an assignment ends if its person has no role in the new place.
  expect(effects(own.uuid)).toMatchObject({ left: 2, cleared: 1, othersRoot: null });
  expect(effects(null)).toMatchObject({ left: 2, cleared: 0, othersRoot: null });
  expect(effects(theirs.uuid)).toMatchObject({ left: 0, cleared: 0, othersRoot: null });
});
