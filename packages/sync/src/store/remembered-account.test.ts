import { expect, test } from 'vitest';
import { personOf } from '../testing/test-world.ts';
import {
  nobodyRemembered,
  readRemembered,
  withDeletion,
  withKnown,
  withoutDeletion,
  withoutKnown,
  withoutSignIns,
  withSignIn,
  withUser,
} from './remembered-account.ts';
import type { RememberedAccount } from './remembered-account.ts';

const [one, two] = [
  { userId: 1, phone: '1' },
  { userId: 2, phone: '2' },
];
const [askedOne, askedTwo] = [
  { userId: 1, askedAtMs: 10 },
  { userId: 2, askedAtMs: 20 },
];
const both: RememberedAccount = {
  ...nobodyRemembered,
  known: [one, two],
  signIns: ['first', 'second'],
  deletions: [askedOne, askedTwo],
};

test('every account that may have something here is known, each once, with its latest number', () => {
  expect(withKnown(withKnown(nobodyRemembered, one), two).known).toEqual([one, two]);
  expect(withKnown(both, { userId: 1, phone: '9' })).toEqual({
    ...both,
    known: [two, { userId: 1, phone: '9' }],
  });
  const user = { ...personOf(2), phone: '8' };
  expect(withUser({ ...both, signedOutId: 2 }, user)).toEqual({
    ...both,
    user,
    signedOutId: null,
    known: [one, { userId: 2, phone: '8' }],
  });
});

test('an account that has nothing here any more is forgotten, with its deletion, and no other', () => {
  expect(withoutKnown(both, [1])).toEqual({ ...both, known: [two], deletions: [askedTwo] });
  expect(withoutKnown(both, [])).toEqual(both);
  expect(withoutKnown(both, [2, 1])).toEqual({ ...both, known: [], deletions: [] });
});

test('a sign-in is remembered once until its outcome is known', () => {
  expect(withSignIn(both, 'third').signIns).toEqual(['first', 'second', 'third']);
  expect(withSignIn(both, 'first').signIns).toEqual(['second', 'first']);
  expect(withoutSignIns(both, ['second'])).toEqual({ ...both, signIns: ['first'] });
  expect(withoutSignIns(both, [])).toEqual(both);
});

test('the wish to delete an account is remembered once, as it was last sent, until it is over', () => {
  const again = { userId: 1, askedAtMs: 30 };
  expect(withDeletion(nobodyRemembered, askedOne).deletions).toEqual([askedOne]);
  expect(withDeletion(both, again).deletions).toEqual([askedTwo, again]);
  expect(withoutDeletion(both, 1)).toEqual({ ...both, deletions: [askedTwo] });
  expect(withoutDeletion(both, 3)).toEqual(both);
});

test('what is remembered is read as it was written', () => {
  const leaving = [
    { userId: 1, unsent: 'keep', decidedBefore: 0 },
    { userId: 2, unsent: 'discard', decidedBefore: 3 },
  ] as const;
  const user = personOf(3);
  const remembered = { ...both, user, signedOutId: 2, leaving, known: [one, two] };
  const known = [one, two, { userId: 3, phone: user.phone }];
  expect(readRemembered(remembered)).toEqual({ ...remembered, known });
});

test('what cannot be read of it costs nothing else', () => {
  const junk = [null, 'x', 7, [], {}];
  const wrongIds = [0, -1, 1.5, '1', null];
  expect(
    readRemembered({
      user: { ...personOf(1), id: 0 },
      signedOutId: 'x',
      leaving: [
        ...junk,
        { userId: 1, unsent: '', decidedBefore: 1 },
        { userId: 'x', unsent: 'keep' },
        { userId: 1, unsent: 'keep', decidedBefore: 'x' },
      ],
      known: [...junk, ...wrongIds.map((userId) => ({ userId, phone: '1' })), { userId: 1 }, one],
      signIns: [null, 7, 'first', {}],
      deletions: [...junk, { userId: 1, askedAtMs: NaN }, { userId: 'x', askedAtMs: 1 }, askedTwo],
    }),
  ).toEqual({
    ...nobodyRemembered,
    leaving: [{ userId: 1, unsent: 'keep', decidedBefore: 0 }],
    known: [one],
    signIns: ['first'],
    deletions: [askedTwo],
  });
  for (const value of [undefined, ...junk.slice(0, 4)]) expect(readRemembered(value)).toBeNull();
  expect(readRemembered({})).toEqual(nobodyRemembered);
});
