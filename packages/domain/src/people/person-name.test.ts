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
  'FΟRΑΥ',
  'FORAY™',
  'Ada of Fo\ufff9r\ufffcay',
  'Forayᵀᴹ',
  'ForayⓇ',
  'ꜰᴏʀᴀʏ',
  'ғᴏʀᴀʏ',
  'Foɾay',
  'ꓝꓳꓣꓮꓬ',
  '🅕🅞🅡🅐🅨',
  '🅵🅾🆁🅰🆈™',
  '🇫🇴🇷🇦🇾',
  'ⓕⓞⓡⓐⓨ',
  '⒡⒪⒭⒜⒴',
  'Fⲟray',
  'Ꮁoray',
  'FOꭱAY',
  'FOᎡᎪᎩ',
  'ſoray',
  'Føray',
  'FORΛY',
  'F0R4Y',
  'The Foray Team',
  'Support (Foray)',
  'Team F.O.R.A.Y',
  'Ada from ꓝꓳꓣꓮꓬ',
  'June Foray',
])('[TEXT-03] nobody can have the name of the product: %s', (name) => {
  expect(validateName(name)).toEqual({ ok: false, error: 'reserved' });
});

test.each([
  'Forayda',
  'Forayer',
  'Deforay',
  'Ada Forayé',
  'Fora Young',
  'Fo R. Ayers',
  'Jeff O. Ray',
  'Flora Y',
  'Forest',
  'Ада',
  'Ωρα',
  'Ada™',
  '🅐🅓🅐',
])('[TEXT-03] %s is a valid name', (name) => {
  expect(validateName(name)).toEqual({ ok: true, value: name });
});

test('a name has 100 UTF-16 units at most', () => {
  expect(validateName('x'.repeat(100)).ok).toBe(true);
  expect(validateName('x'.repeat(101))).toEqual({ ok: false, error: 'too_long' });
});
