import { isPhoneEntry, phoneCandidate, phoneDigits } from './phone.ts';

test('[CONT-04] a phone is valid only if the first number has at least 10 characters; digits are extracted', () => {
  expect(phoneCandidate(['Ada'], ['+1 (555) 010-4477'])).toEqual({
    name: 'Ada',
    phone: '15550104477',
    isValid: true,
  });
  expect(phoneCandidate(['Ada'], ['5550104477'])).toMatchObject({ isValid: true });
  expect(phoneCandidate(['Ada'], ['555010447'])).toMatchObject({ isValid: false });
  expect(phoneCandidate(['Ada'], ['555010', '15550104477'])).toMatchObject({ isValid: false });
  // Its characters count, not its digits.
  expect(phoneCandidate(['Ada'], ['+123456789'])).toMatchObject({
    phone: '123456789',
    isValid: true,
  });
  expect(phoneCandidate([' Ada '], ['5550104477'])).toMatchObject({ name: 'Ada' });
  expect(phoneCandidate(['Ada'], [])).toEqual({ name: 'Ada', phone: '', isValid: false });
  expect(phoneCandidate([], ['+---------'])).toEqual({ phone: '', isValid: false });
});

test('a number as entered needs 10 characters after trimming', () => {
  expect(isPhoneEntry('+123456789')).toBe(true);
  expect(isPhoneEntry(' 123456789 ')).toBe(false);
  expect(isPhoneEntry('')).toBe(false);
});

test('fullwidth, Arabic and Persian digits are read as 0 to 9', () => {
  expect(phoneDigits('＋０１２３４ ５６７８９')).toBe('0123456789');
  expect(phoneDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
  expect(phoneDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789');
});

test('[CONT-15] a contact of the phone has a name without characters that change the direction of text, or none', () => {
  expect(phoneCandidate(['\u202eadA '], ['5550104477'])).toMatchObject({ name: 'adA' });
  expect(phoneCandidate(['\u200b\u3164'], ['5550104477'])).not.toHaveProperty('name');
});
