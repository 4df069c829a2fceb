import { readingsOf } from './phone-number.ts';

const berlin = '+4915112345678';
const newYork = '+12125550100';

test('readings of an imported number: include international digits, with or without plus', () => {
  expect(readingsOf('4915123456789', berlin, 'code')[0]).toBe('+4915123456789');
  expect(readingsOf('+49 151 23456789', berlin, 'code')).toEqual(['+4915123456789']);
  expect(readingsOf('442071838750', berlin, 'code')[0]).toBe('+442071838750');
});

test("readings of an imported number: include national digits, read in the country of the importer's number", () => {
  expect(readingsOf('015123456789', berlin, 'code')).toEqual(['+4915123456789']);
  expect(readingsOf('00442071838750', berlin, 'code')).toEqual(['+442071838750']);
  expect(readingsOf('2128675309', newYork, 'code')).toContain('+12128675309');
});

test('readings of an imported number are several if more than one is valid', () => {
  // Rabat with its country code, or New York without.
  const readings = readingsOf('2125371234', newYork, 'open');
  expect(readings).toContain('+12125371234');
  expect(readings.length).toBe(new Set(readings).size);
});

test.each([
  ['5215512345678', '+525512345678'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+55 11 8765-4321', '+5511987654321'],
  ['0055 11 8765-4321', '+5511987654321'],
])(
  '[DEVICE-03] readings of an imported number: read the former form %s, which WhatsApp still writes, as %s',
  (typed, number) => {
    expect(readingsOf(typed, berlin, 'code')).toContain(number);
  },
);

test('readings of an imported number are empty without a number', () => {
  for (const typed of ['', '12', 'x', '1'.repeat(65), '0'.repeat(12)]) {
    expect(readingsOf(typed, berlin, 'code')).toEqual([]);
  }
});

test('readings of an imported number: include possible numbers in open mode, as at sign-in', () => {
  expect(readingsOf('15551000001', '+15551000002', 'open')).toEqual(['+15551000001']);
  expect(readingsOf('15551000001', '+15551000002', 'code')).toEqual([]);
});
