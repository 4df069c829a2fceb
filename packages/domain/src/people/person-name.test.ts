import { validateName } from './person-name.ts';

test('[TEXT-01] a name without visible characters is missing', () => {
  expect(validateName('\u3164')).toEqual({ ok: false, error: 'required' });
  expect(validateName(' Ada\u202e ')).toEqual({ ok: true, value: 'Ada' });
});

test.each([
  'Foray',
  'FORAY',
  'F O R A Y',
  'Foray Support',
  'Foray-Team',
  'F\u200boray',
  'F\u043eray',
  'F\u03bfr\u0430\u0443',
  'F0ray',
  '\uff26\uff2f\uff32\uff21\uff39',
  'Fôráy',
  'ƒoray',
])('[TEXT-03] nobody can have the name of the product: %s', (name) => {
  expect(validateName(name)).toEqual({ ok: false, error: 'reserved' });
});

test.each(['June Foray', 'Forayda', 'Fora Young', 'Flora Y', 'Forest', 'Ада', 'Ωρα'])(
  '[TEXT-03] %s is a valid name',
  (name) => {
    expect(validateName(name)).toEqual({ ok: true, value: name });
  },
);

test('a name has 100 UTF-16 units at most', () => {
  expect(validateName('x'.repeat(100)).ok).toBe(true);
  expect(validateName('x'.repeat(101))).toEqual({ ok: false, error: 'too_long' });
});
