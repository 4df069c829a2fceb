import { standardLimits } from './authority-limits.ts';

test('[REPEAT-18] [QUOTA-05] [BLOCK-18] a family, a list and an account have the limits of the product', () => {
  expect(standardLimits).toEqual({
    campaignItems: 5_000,
    taskChildren: 1_000,
    campaignPeople: 50,
    contacts: 5_000,
    copies: 1_000,
    accountItems: 200_000,
    accountBytes: 200_000_000,
    assignmentsADay: 50,
  });
});
