import { contacts } from '../testing/contacts.ts';

test('[BLOCK-07] a blocked person cannot come back through another account with the same number', async () => {
  const { authority, ann, bob, cid, takeNumber, namesOf, holds } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  await authority.deleteAccount(bob.caller);
  expect(await authority.blocked(ann.caller)).toEqual([]);
  holds();
  await takeNumber(bob, 'Bob', ann, cid);
  expect([await namesOf(ann), await namesOf(cid)]).toEqual([['Cid'], ['Ann', 'Bob']]);
});

test('[BLOCK-07] a blocked person cannot come back through another account with the number that they gave up', async () => {
  const { authority, ann, bob, cid, takeNumber, namesOf, holds } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  const next = { from: bob.phone, phone: '+15559999', verified: false };
  expect(await authority.changeNumber(bob.caller, next)).toMatchObject({ ok: true });
  await takeNumber(bob, 'Bob again', ann, cid);
  expect([await namesOf(ann), await namesOf(cid)]).toEqual([['Cid'], ['Ann', 'Bob again']]);
  holds();
});

test('[BLOCK-07] a blocked person cannot come back through another account with a number that they gave up before', async () => {
  const { authority, ann, bob, cid, imports, takeNumber, namesOf, holds } = await contacts();
  const phone = '+15559999';
  await imports(ann, { ...bob, phone });
  await authority.changeNumber(bob.caller, { from: bob.phone, phone, verified: false });
  expect(await namesOf(ann)).toContain('Bob');
  await authority.blockContact(ann.caller, bob.id);
  await takeNumber(bob, 'Bob again', ann, cid);
  expect([await namesOf(ann), await namesOf(cid)]).toEqual([['Cid'], ['Ann', 'Bob again']]);
  holds();
});

test('[BLOCK-07] blocking a person does not also block somebody who has a number that they gave up before', async () => {
  const { authority, ann, bob, imports, takeNumber, namesOf, holds } = await contacts();
  const phone = '+15559999';
  await imports(ann, { ...bob, phone });
  await authority.changeNumber(bob.caller, { from: bob.phone, phone, verified: false });
  const id = await takeNumber(bob, 'Eve', ann);
  await authority.blockContact(ann.caller, bob.id);
  expect(await namesOf(ann)).toEqual(['Cid', 'Eve']);
  // The number is still on the list: two people who have each other's are contacts again after a block.
  await authority.blockContact(ann.caller, id);
  expect(await namesOf(ann)).toEqual(['Cid']);
  await authority.unblockContact(ann.caller, id);
  expect(await namesOf(ann)).toEqual(['Cid', 'Eve']);
  holds();
});

test('[BLOCK-07] a block ends when the account of the blocker has ended', async () => {
  const { authority, store, ann, bob, holds } = await contacts();
  await authority.blockContact(ann.caller, bob.id);
  await authority.deleteAccount(ann.caller);
  expect([...store.rows('blocks')]).toEqual([]);
  holds();
});
