import { nobodyRemembered, type RememberedAccount } from '../store/remembered-account.ts';
import { rememberedAs } from '../testing/remembered-as.ts';
import { personOf } from '../testing/test-world.ts';
import { accountStateOf, transitionOf, type AccountEvent } from './account-transitions.ts';

const [ann, bob] = [personOf(1), personOf(2)];
const [ofAnn, ofBob] = [
  { userId: 1, phone: ann.phone },
  { userId: 2, phone: bob.phone },
];
const signOut = { userId: 1, unsent: 'keep', decidedBefore: 0 } as const;
const asAnn = rememberedAs(ann);
const left = { ...nobodyRemembered, known: [ofAnn] };
const signingOut = { ...left, leaving: [signOut], signedOutId: 1 };
const asked = { userId: 1, askedAtMs: 10 };

/** The event, the memory before it, and the differences after it; none for an event without effect. */
const table: readonly (readonly [AccountEvent, RememberedAccount, Partial<RememberedAccount>])[] = [
  [{ kind: 'signInSent', name: 'two' }, { ...left, signIns: ['one'] }, { signIns: ['one', 'two'] }],
  [
    { kind: 'signInSent', name: 'one' },
    { ...left, signIns: ['one', 'two'] },
    { signIns: ['two', 'one'] },
  ],
  [
    { kind: 'signedIn', user: ann, name: 'one' },
    { ...signingOut, signIns: ['one', 'two'], deletions: [asked, { ...asked, userId: 2 }] },
    { user: ann, signedOutId: null, signIns: ['two'], deletions: [{ ...asked, userId: 2 }] },
  ],
  [{ kind: 'signedIn', user: bob }, asAnn, { user: bob, known: [ofAnn, ofBob] }],
  [
    { kind: 'signedIn', user: { ...ann, phone: '9' } },
    { ...asAnn, known: [ofAnn, ofBob] },
    { user: { ...ann, phone: '9' }, known: [ofBob, { userId: 1, phone: '9' }] },
  ],
  [
    { kind: 'signInsSettled', names: ['one'] },
    { ...asAnn, signIns: ['one', 'two'] },
    { signIns: ['two'] },
  ],
  [
    { kind: 'signInsOrphaned', names: ['one'] },
    { ...left, signIns: ['one', 'two'] },
    { signIns: ['two'], signedOutId: 0 },
  ],
  [{ kind: 'signInsOrphaned', names: [] }, signingOut, {}],
  [{ kind: 'signInsOrphaned', names: ['one'] }, { ...asAnn, signIns: ['one'] }, {}],
  [{ kind: 'sessionLost', user: ann, how: 'ended' }, asAnn, { user: null }],
  [{ kind: 'sessionLost', user: ann, how: 'replaced' }, asAnn, { user: null, signedOutId: 0 }],
  [{ kind: 'sessionLost', user: bob, how: 'ended' }, asAnn, {}],
  [{ kind: 'sessionEnded', signedOutId: 1 }, signingOut, { signedOutId: null }],
  [{ kind: 'sessionEnded', signedOutId: 2 }, signingOut, {}],
  [
    { kind: 'userChanged', user: { ...ann, name: 'Anna' } },
    asAnn,
    { user: { ...ann, name: 'Anna' } },
  ],
  [{ kind: 'userChanged', user: bob }, asAnn, {}],
  [{ kind: 'userFound', user: ann }, nobodyRemembered, { user: ann, known: [ofAnn] }],
  [{ kind: 'userFound', user: bob }, asAnn, {}],
  [
    { kind: 'signOutBegun', signOut },
    { ...asAnn, leaving: [{ ...signOut, unsent: 'discard' }] },
    { user: null, signedOutId: 1, leaving: [signOut] },
  ],
  [{ kind: 'signOutBegun', signOut }, rememberedAs(bob), { leaving: [signOut] }],
  [{ kind: 'emptyStoreFound', signOut }, left, { leaving: [signOut] }],
  [{ kind: 'emptyStoreFound', signOut }, asAnn, {}],
  [{ kind: 'emptyStoreFound', signOut: { ...signOut, decidedBefore: 1 } }, signingOut, {}],
  [{ kind: 'signOutOver', signOut, isErased: false }, signingOut, { leaving: [] }],
  [{ kind: 'signOutOver', signOut, isErased: true }, signingOut, { leaving: [], known: [] }],
  [
    { kind: 'signOutOver', signOut, isErased: true },
    { ...asAnn, leaving: [signOut] },
    { leaving: [] },
  ],
  [
    { kind: 'signOutOver', signOut: { ...signOut, decidedBefore: 1 }, isErased: false },
    signingOut,
    {},
  ],
  [{ kind: 'dataSetAside', account: ofBob }, left, { known: [ofAnn, ofBob] }],
  [
    { kind: 'dataErased', userIds: [1] },
    { ...left, known: [ofAnn, ofBob], deletions: [asked, { ...asked, userId: 2 }] },
    { known: [ofBob], deletions: [{ ...asked, userId: 2 }] },
  ],
  [{ kind: 'dataErased', userIds: [1] }, asAnn, {}],
  [
    { kind: 'deletionRequested', deletion: { ...asked, askedAtMs: 30 } },
    { ...asAnn, deletions: [asked, { ...asked, userId: 2 }] },
    {
      deletions: [
        { ...asked, userId: 2 },
        { ...asked, askedAtMs: 30 },
      ],
    },
  ],
  [{ kind: 'deletionSettled', userId: 1 }, { ...asAnn, deletions: [asked] }, { deletions: [] }],
  [{ kind: 'deletionSettled', userId: 2 }, { ...asAnn, deletions: [asked] }, {}],
];

test.each(table.map(([event, before, differs]) => ({ event, before, differs })))(
  '[AUTH-05] [AUTH-06] $event.kind changes only its part of the remembered accounts',
  ({ event, before, differs }) => {
    expect(transitionOf(event)(before)).toEqual({ ...before, ...differs });
  },
);

test('an account is unknown, signed in, signing out or left', () => {
  const unfinished = { ...asAnn, leaving: [signOut] };
  expect(
    [nobodyRemembered, asAnn, unfinished, signingOut, left].map((now) => accountStateOf(now, 1)),
  ).toEqual([
    { kind: 'unknown' },
    { kind: 'signedIn', user: ann, signOut: null },
    { kind: 'signedIn', user: ann, signOut },
    { kind: 'signingOut', signOut },
    { kind: 'left' },
  ]);
  expect(accountStateOf(asAnn, 2)).toEqual({ kind: 'unknown' });
});
