import fc from 'fast-check';
import { searchText } from './folded-text.ts';
import { normaliseBlock, normaliseLine, utf8Bytes } from './normal-text.ts';
import { textLength } from './text.ts';

const anyText = fc.string({ unit: 'binary' });

test('normalising text trims it and composes its characters', () => {
  expect(normaliseLine('  Cafe\u0301 \n')).toEqual({ ok: true, value: 'Caf\u00e9' });
  expect(textLength('  Cafe\u0301 ')).toBe(4);
  expect(textLength('😀')).toBe(2);
});

test.each(['a\u0000b', 'a\u0007b', 'a\u007fb', 'a\u0085b', 'a\nb', 'a\tb'])(
  'normalising text: a line with a control character is refused: %j',
  (text) => {
    expect(normaliseLine(text)).toEqual({ ok: false, error: 'control_character' });
  },
);

test('normalising text: a block keeps line breaks (as LF) and tabs, and refuses other control characters', () => {
  expect(normaliseBlock('a\r\nb\rc\n\td')).toEqual({ ok: true, value: 'a\nb\nc\n\td' });
  expect(normaliseBlock('a\u0000b')).toEqual({ ok: false, error: 'control_character' });
  expect(normaliseBlock('a\u000bb')).toEqual({ ok: false, error: 'control_character' });
});

test('[TEXT-01] normalising text: a text without visible characters is empty', () => {
  const invisible = ['\u200b', '\u3164', '\u2800', '\u00ad', '\u202e', '\u200d \u2060\ufeff'];
  const anchors = [
    '\ufff9',
    '\ufffa',
    '\ufffb',
    '\ufffc',
    '\ufff9 \ufffb',
    '\u{1d159}',
    '\u{13437}',
  ];
  for (const text of [...invisible, ...anchors]) {
    expect(normaliseLine(text)).toEqual({ ok: true, value: '' });
    expect(normaliseBlock(`${text}\n${text}`)).toEqual({ ok: true, value: '' });
    expect(textLength(text)).toBe(0);
  }
});

test('[TEXT-01] normalising text: joiners inside a text are kept', () => {
  for (const text of ['👩\u200d👧', 'a\ufffcb', 'می\u200cخواهم', '❤\ufe0f', '\u200fשלום']) {
    expect(normaliseLine(text)).toEqual({ ok: true, value: text });
    expect(textLength(text)).toBe(text.length);
  }
});

test('[TEXT-02] normalising text: characters that change the direction of surrounding text are removed', () => {
  expect(normaliseLine('pay \u202eyraf\u202c now')).toEqual({ ok: true, value: 'pay yraf now' });
  expect(normaliseBlock('a\u2066\n \u2069')).toEqual({ ok: true, value: 'a' });
  expect(normaliseLine('e\u202d\u0301')).toEqual({ ok: true, value: 'é' });
  expect(textLength(' \u202a a')).toBe(1);
});

test('normalising text: an unpaired surrogate is malformed', () => {
  expect(normaliseLine('a\ud83db')).toEqual({ ok: false, error: 'malformed' });
  expect(normaliseLine('a😀b')).toEqual({ ok: true, value: 'a😀b' });
});

test('normalising text twice changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const normalise of [normaliseLine, normaliseBlock]) {
        const once = normalise(text);
        if (once.ok) expect(normalise(once.value)).toEqual(once);
      }
    }),
  );
});

test('the searchable text is the same for composed and decomposed forms, and in any case', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const nfc = searchText(text.normalize('NFC'), null);
      expect(searchText(text.normalize('NFD'), null)).toBe(nfc);
    }),
  );
  expect(searchText('ΟΔΟΣ', 'STRASSE')).toBe(searchText('οδος', 'strasse'));
});

test('the searchable text has the title on its first line', () => {
  expect(searchText('Buy Milk', 'Two\nBottles')).toBe('buy milk\ntwo\nbottles');
  expect(searchText('Buy Milk', null)).toBe('buy milk\n');
});

test('bytes are counted as in UTF-8', () => {
  expect(['a', 'é', '€', '😀', '😀a'].map(utf8Bytes)).toEqual([1, 2, 3, 4, 5]);
  // The first and the last of each length, and of the surrogates.
  const edges = [
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  ];
  expect(edges.map(utf8Bytes)).toEqual([1, 2, 2, 3, 3, 3, 4, 4]);
});
