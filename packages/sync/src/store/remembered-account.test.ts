import { personOf } from '../testing/test-world.ts';
import { nobodyRemembered, readRemembered, type RememberedAccount } from './remembered-account.ts';

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

test('a remembered account can be written and read back', () => {
  const leaving = [
    { userId: 1, unsent: 'keep', decidedBefore: 0 },
    { userId: 2, unsent: 'discard', decidedBefore: 3 },
  ] as const;
  const user = personOf(3);
  const remembered = { ...both, user, signedOutId: 2, leaving, known: [one, two] };
  const known = [one, two, { userId: 3, phone: user.phone }];
  expect(readRemembered(remembered)).toEqual({ ...remembered, known });
});

test('an unreadable part of a remembered account does not affect the other parts', () => {
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
