import type { SessionOfUser } from '../store/people-store.ts';
import type { Tx } from '../store/store.ts';
import { contacts } from '../testing/contacts.ts';

const phone = '+15559999';

async function changing() {
  const world = await contacts();
  const { authority, ann, store } = world;
  const ended: SessionOfUser[] = [];
  const run = store.tx.bind(store);
  store.tx = (fn) =>
    run((tx) => {
      const endOtherSessions = async (session: SessionOfUser) => void ended.push(session);
      return fn(Object.assign(Object.create(tx) as Tx, { endOtherSessions }));
    });
  const next = { from: ann.phone, phone, verified: false };
  const change = (more: object = {}, caller: typeof ann.caller = ann.caller) =>
    authority.changeNumber(caller, { ...next, ...more });
  return { ...world, ended, change };
}

test("a change of number is refused without an account, from a number that is not the user's, and to that of another person", async () => {
  const { ann, bob, change, store } = await changing();
  const before = store.tables();
  const refusals = [
    await change({}, { userId: 4711 }),
    await change({ from: bob.phone }),
    await change({ phone: bob.phone }),
  ];
  expect(refusals.map((answer) => !answer.ok && answer.error)).toEqual([
    'not_found',
    'other_number',
    'number_taken',
  ]);
  expect(store.tables()).toEqual(before);
  expect(store.row('users', ann.id)?.phone).toBe(ann.phone);
});

test('[NUMBER-04] a change of number tells both sides which contacts are lost, kept and new', async () => {
  const { authority, ann, bob, cid, stranger, imports, change, changesOf, store, holds } =
    await changing();
  const asker = await stranger('Dan');
  const theirs = (await authority.me({ userId: asker.id }))?.phone ?? '';
  const dan = { ...asker, name: 'Dan', phone: theirs, caller: { userId: asker.id } };
  await imports(cid, { ...ann, phone });
  await imports(dan, { ...ann, phone });
  await imports(ann, dan);
  const since = new Map(store.tables().heads.map(({ user_id, head }) => [user_id, head]));
  expect(await change()).toMatchObject({ ok: true, value: { phone, former_phones: [ann.phone] } });
  const news = (who: typeof ann) => changesOf(who, since.get(who.id));
  const told = { kind: 'mutual', actor_id: ann.id };
  expect(await news(ann)).toMatchObject({
    users: expect.arrayContaining([expect.objectContaining({ id: ann.id, phone })]),
    mutuals: [{ id: dan.id, phone: dan.phone }],
    removedMutuals: [bob.id],
    notifications: [{ kind: 'number_changed', actor_id: ann.id }],
  });
  expect(await news(bob)).toMatchObject({
    users: [{ id: ann.id, phone: '' }],
    mutuals: [],
    removedMutuals: [ann.id],
    notifications: [],
  });
  const stays = { mutuals: [{ id: ann.id, phone }], removedMutuals: [] };
  expect(await news(cid)).toMatchObject({ ...stays, notifications: [] });
  expect(await news(dan)).toMatchObject({ ...stays, notifications: [told] });
  holds();
});

test('[NUMBER-03] a change of number ends the other sessions only if a session requests it', async () => {
  const { ann, change, ended, store } = await changing();
  const inSession = { ...ann.caller, sessionId: 's1' };
  const session = { id: 's1', userId: ann.id };
  await change({}, inSession);
  await change({ from: phone, phone: '+15558888', endOtherSessions: true });
  expect(ended).toEqual([]);
  await change({ from: '+15558888', endOtherSessions: true }, inSession);
  expect(ended).toEqual([session]);
  // The current number changes nothing else.
  const before = store.tables();
  await change({ from: phone, endOtherSessions: true }, inSession);
  expect(ended).toEqual([session, session]);
  expect(store.tables()).toEqual(before);
});
