import { StartupFailure } from '@foray/embedded-postgres';
import { numberKinds, refusalOfNumber } from './code-numbers.ts';
import type { NumberKind } from './code-numbers.ts';
import { readConfig } from './config.ts';

const read = (env: Readonly<Record<string, string>> = {}) => readConfig(env).codeNumbers;

const examples: readonly (readonly [NumberKind, string, string])[] = [
  ['mobile', 'of Germany', '+4915112345678'],
  ['mobile', 'of France', '+33612345678'],
  ['mobile', 'of the USA, where landlines look alike', '+12125550123'],
  ['landline', 'of Germany', '+4930123456'],
  ['landline', 'of the United Kingdom', '+442071838750'],
  ['premium', 'premium rate of the United Kingdom', '+449012345678'],
  ['premium', 'premium rate of the USA', '+19005551234'],
  ['premium', 'personal, of the United Kingdom', '+447012345678'],
  ['premium', 'freephone of Germany', '+498001234567'],
  ['premium', 'premium rate of no country', '+979123456789'],
  ['premium', 'personal, of no country', '+878101234567890'],
  ['satellite', 'Inmarsat', '+870773111632'],
  ['satellite', 'Iridium', '+881612345678'],
  ['satellite', 'Thuraya', '+88216123456'],
];

test.each(examples)('[SIGN-21] a %s number, %s, gets codes if its kind does', (kind, _, phone) => {
  expect(refusalOfNumber(phone, read())).toBe(kind === 'mobile' ? null : 'kind');
  for (const allowed of numberKinds) {
    const only = read({ CODES_TO_KINDS: allowed });
    expect(refusalOfNumber(phone, only)).toBe(kind === allowed ? null : 'kind');
  }
});

test('[SIGN-21] a list of countries excludes all other numbers; a number without a country is not on the list', () => {
  const some = read({ CODES_TO_COUNTRIES: 'de, FR', CODES_TO_KINDS: 'mobile,satellite' });
  expect(refusalOfNumber('+4915112345678', some)).toBeNull();
  expect(refusalOfNumber('+33612345678', some)).toBeNull();
  expect(refusalOfNumber('+12125550123', some)).toBe('country');
  expect(refusalOfNumber('+4930123456', some)).toBe('kind');
  expect(refusalOfNumber('+870773111632', some)).toBeNull();
});

test.each([
  { CODES_TO_COUNTRIES: 'DE,XX' },
  { CODES_TO_COUNTRIES: 'Germany' },
  { CODES_TO_COUNTRIES: ',' },
  { CODES_TO_KINDS: 'mobile,fax' },
  { CODES_TO_KINDS: ',' },
])('[SIGN-21] %j stops the start with a sentence that names the variable', (env) => {
  const [name = ''] = Object.keys(env);
  expect(() => readConfig(env)).toThrow(StartupFailure);
  expect(() => readConfig(env)).toThrow(name);
});
