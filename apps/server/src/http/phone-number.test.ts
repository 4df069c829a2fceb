import { expect, test } from 'vitest';
import { toE164 } from './phone-number.ts';

test.each([
  ['+49 151 12345678', '+4915112345678', '+4915112345678'],
  ['4915112345678', '+4915112345678', '+4915112345678'],
  ['+44 (0)7911 123456', '+447911123456', '+447911123456'],
  ['+1234567890', '+1234567890', null],
  ['123-456-7890', '+1234567890', null],
  ['+123456789', '+123456789', null],
  ['123456789', null, null],
  ['12-34-56-78', '+12345678', null],
  ['12-34-56-7', null, null],
  ['1-2-3-4-5-6-7', null, null],
  ['+1234567890123456', null, null],
  ['0151 12345678', '+015112345678', null],
  ['call me', null, null],
])('[LOGIN-10] %s is %s in open mode and %s where codes are sent', (typed, open, code) => {
  expect([toE164(typed, 'open'), toE164(typed, 'code')]).toEqual([open, code]);
});
