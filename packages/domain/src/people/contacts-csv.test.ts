import fc from 'fast-check';
import { contactsOf, isBinaryText, isContactsFile } from './address-book.ts';

function read(text: string): unknown[] {
  if (isBinaryText(text)) return ['binary_file'];
  return [...contactsOf(text)].map(({ name, phone, isValid }) => [name ?? null, phone, isValid]);
}

const ada = ['Ada Lovelace', '15550104477', true];
const bob = ['Bob', '15550104478', true];

test('[CONT-05] .csv and .txt: the header is skipped, commas or semicolons separate, quotes are stripped; the first field with 10 digits is the phone, and the first non-numeric field the name', () => {
  expect(['a.csv', 'B.TXT', 'c.xlsx', 'csv'].map((name) => isContactsFile(name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const lines = 'Ada Lovelace,+1 555 010-4477\nBob;15550104478\n';
  expect(read(lines)).toEqual([ada, bob]);
  for (const header of ['name,number', 'WHO;PHONE', 'First Name,Tel', 'its name;value']) {
    expect(read(`${header}\n${lines}`)).toEqual([ada, bob]);
  }
  expect(read('id,who\nBob;15550104478')).toEqual([['id', '', false], bob]);
  expect(read('"Ada Lovelace","+1 555 010-4477"')).toEqual([ada]);
  expect(read('7;555-010;15550104478;x;15550104479;Bob')).toEqual([['x', '15550104478', true]]);
  expect(read('123456789,Bob\n1234567890,Bob')).toEqual([
    ['Bob', '123456789', false],
    ['Bob', '1234567890', true],
  ]);
  // 'name' is a header in the first line only.
  expect(read(`${lines}Name,15550104479`)).toEqual([ada, bob, ['Name', '15550104479', true]]);
});

test('[CONT-05] blank lines and lines of punctuation are not contacts, and the last line may end with a separator', () => {
  expect(read('\nname,phone\n\nBob,15550104478')).toEqual([bob]);
  expect(read('--\nBob,15550104478')).toEqual([bob]);
  expect(read('Bob,15550104478,')).toEqual([bob]);
});

test('[DATA-13] a candidate has its phone in digits, its validity, and a name if there is one', () => {
  expect([...contactsOf('Ada,+1 (555) 010-4477\n+1 555 010-4478\nBob,12')]).toEqual([
    { name: 'Ada', phone: '15550104477', isValid: true },
    { phone: '15550104478', isValid: true },
    { name: 'Bob', phone: '12', isValid: false },
  ]);
});

test('real exports: quoted fields contain separators, line breaks and doubled quotes', () => {
  expect(read('"Lovelace, Ada; ""Countess""\r\nof L.",15550104477\r\nBob,15550104478')).toEqual([
    ['Lovelace, Ada; "Countess"\r\nof L.', '15550104477', true],
    bob,
  ]);
});

test('real exports: empty quoted fields are empty, and text after a closing quote still belongs to the field', () => {
  expect(read('"","",15550104478,"Bob"')).toEqual([bob]);
  expect(read('"B"o"b",15550104478')).toEqual([bob]);
  expect(read('"","";""\n')).toEqual([]);
});

test('real exports: byte order marks, CRLF, CR and blank lines are accepted', () => {
  const text = 'Ada Lovelace,15550104477\n\nBob,15550104478\n';
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    expect(read(`\ufeff${text.replaceAll('\n', lineBreak)}`)).toEqual([ada, bob]);
  }
  expect(read('\ufeff"name","phone"\r\nBob,15550104478\r\n;;\r\n')).toEqual([bob]);
  expect(read('\ufeff"Lovelace, Ada",15550104477')).toEqual([
    ['Lovelace, Ada', '15550104477', true],
  ]);
  expect(read('')).toEqual([]);
});

test('real exports: quotes that never close, or occur in the middle of a field, are only stripped', () => {
  expect(read('"Bob,15550104478')).toEqual([bob]);
  expect(read('Bo"b,15550104478\nAda "" Lovelace,1')).toEqual([bob, ['Ada  Lovelace', '1', false]]);
});

test('real exports: words in the field of the number are not taken as the name', () => {
  expect(read('tel:15550104478;Bob')).toEqual([bob]);
});

test('real exports: names in any script, lines without a name and lines without a number are read', () => {
  expect(read('Мария,15550104477\n15550104478\nNobody')).toEqual([
    ['Мария', '15550104477', true],
    [null, '15550104478', true],
    ['Nobody', '', false],
  ]);
});

test('real exports: a name may contain digits', () => {
  expect(read('7 of 9,15550104477')).toEqual([['7 of 9', '15550104477', true]]);
  expect(read('15550104477, Seven of 9 ')).toEqual([['Seven of 9', '15550104477', true]]);
});

test('real exports: a binary file is distinguished from a text file', () => {
  expect(read('PK\u0003\u0004\u0014\u0000Ada,15550104477')).toEqual(['binary_file']);
  expect(read('Ada Lovelace,15550104477\n\u001a')).toEqual([ada, ['\u001a', '', false]]);
});

test('any names that are written quoted are read back, one contact a line', () => {
  const anyName = fc
    .string({ unit: fc.constantFrom(...'ab";,\n é') })
    .map((name) => `x${name}x`)
    .filter((name) => !/phone|name/i.test(name));
  fc.assert(
    fc.property(fc.array(anyName), fc.constantFrom(',', ';'), (names, separator) => {
      const lines = names.map((name) => `"${name.replaceAll('"', '""')}"${separator}15550104477`);
      expect(read(lines.join('\r\n'))).toEqual(names.map((name) => [name, '15550104477', true]));
    }),
  );
});

test('every text is read, and in linear time even with quotes that never close', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a1";,\r\n') }), (text) => {
      expect(() => [...contactsOf(text)]).not.toThrow();
    }),
  );
  expect([...contactsOf('"a,15550104477\n'.repeat(50_001))].length).toBeGreaterThan(0);
});
