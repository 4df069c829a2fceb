import { contacts } from '../testing/contacts.ts';

test('[BLOCK-06] a blocked person can report the blocker, and so can people who were removed or whose contact changed number or left', async () => {
  const { authority, store, stranger, ann, bob, cid } = await contacts();
  const report = { reason: 'harassment', text: 'Before.', block: true } as const;
  await authority.blockContact(ann.caller, bob.id);
  await authority.removeContact(cid.caller, bob.id);
  const ways = [await authority.reportContact(bob.caller, ann.id, report)];
  ways.push(await authority.reportContact(bob.caller, cid.id, report));
  const phone = '+15550009999';
  await authority.changeNumber(cid.caller, { from: cid.phone, phone, verified: false });
  ways.push(await authority.reportContact(bob.caller, cid.id, report));
  await authority.deleteAccount(cid.caller);
  ways.push(await authority.reportContact(bob.caller, cid.id, report));
  expect(ways).toEqual([true, true, true, true]);
  // A stranger cannot be reported, and a report blocks only a mutual contact.
  const eve = await stranger('Eve');
  expect(await authority.reportContact(bob.caller, eve.id, report)).toBe(false);
  expect(await authority.blocked(bob.caller)).toEqual([]);
  expect([...store.rows('reports')].map(({ reported_id }) => reported_id)).toEqual([
    ann.id,
    cid.id,
    cid.id,
    cid.id,
  ]);
});

const report = { reason: 'harassment', text: 'Writes at night.', block: false } as const;

test('[BLOCK-08] a report is stored, and blocks the contact only on request', async () => {
  const { authority, store, ann, bob, namesOf } = await contacts();
  expect(await authority.reportContact(ann.caller, bob.id, report)).toBe(true);
  expect(await namesOf(ann)).toEqual(['Bob', 'Cid']);
  const again = { ...report, reason: 'other', text: '', block: true } as const;
  expect(await authority.reportContact(ann.caller, bob.id, again)).toBe(true);
  expect(await namesOf(ann)).toEqual(['Cid']);
  // A blocked person can still be reported.
  expect(await authority.reportContact(ann.caller, bob.id, report)).toBe(true);
  expect([...store.rows('reports')]).toMatchObject([
    { user_id: ann.id, reported_id: bob.id, reason: 'harassment', text: 'Writes at night.' },
    { reason: 'other', text: '', done_at: null },
    { reason: 'harassment' },
  ]);
});

test('[BLOCK-07] a report outlives both accounts, without names or numbers', async () => {
  const { authority, store, ann, bob } = await contacts();
  await authority.reportContact(ann.caller, bob.id, report);
  await authority.deleteAccount(ann.caller);
  await authority.deleteAccount(bob.caller);
  expect([...store.rows('reports')]).toMatchObject([{ user_id: ann.id, reported_id: bob.id }]);
});
