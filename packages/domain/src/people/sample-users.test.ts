import { isSampleUser, sampleUsers } from './sample-users.ts';

test('[TODO-05] the four sample users, whom everybody may assign, have the ids 1 to 4', () => {
  expect(sampleUsers.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '1 Alex Johnson',
    '2 Sam Lee',
    '3 Maria Garcia',
    '4 Chen Wei',
  ]);
  expect([0, 1, 4, 5].map(isSampleUser)).toEqual([false, true, true, false]);
});
