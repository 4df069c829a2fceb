import { weekStartOf } from './week-start.ts';

test('[TYPE-01] a week begins on the day that the locale says', () => {
  expect(weekStartOf('en-US')).toBe(0);
  expect(weekStartOf('en-GB')).toBe(1);
  expect(weekStartOf('ar-EG')).toBe(6);
});
