import { expect, test } from 'vitest';
import { toE164 } from './phone-number.ts';

test.each([
  ['+49 151 12345678', '+4915112345678', '+4915112345678'],
  ['4915112345678', '+4915112345678', '+4915112345678'],
  ['+44 (0)7911 123456', '+447911123456', '+447911123456'],
  ['+1234567890', '+1234567890', null],
  ['123-456-7890', '+1234567890', null],
  ['+123456789', null, null],
  ['+1234567890123456', null, null],
  ['0151 12345678', null, null],
  ['call me', null, null],
])('%s is %s in open mode and %s where codes are sent', (typed, open, code) => {
  expect([toE164(typed, 'open'), toE164(typed, 'code')]).toEqual([open, code]);
});
