import { contactsOf, isContactsFile } from './address-book.ts';

/** Writes each entry as 'name: phone', with '?' before an invalid phone. */
function read(text: string): readonly string[] {
  return [...contactsOf(text)].map(
    ({ name = '-', phone, isValid }) => `${name}: ${isValid ? '' : '?'}${phone}`,
  );
}

const google =
  'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\r\n';

test('[CONT-11] with a header that names phone columns: the address of a photo, notes and a birthday are not numbers', () => {
  const row =
    'Pia,B.,Berg,Pi,Dr.,,,,,1990-01-02 00:00:00,IBAN DE02120300000000202051; since 2019,https://photos.example/c/AG6tp1x92Kd03kf8Q7aa41Zz05=s408,* mine,Work,pia1234567890@example.org,Mobile,+49 170 5550101,,\r\n';
  expect(read(google + row)).toEqual(['Dr. Pia B. Berg: 491705550101']);
});

test('[CONT-11] with a header that names phone columns: each number of a contact is an entry, and the same number only once', () => {
  const row = (phones: string) => `Pia,,Berg,,,,,,,,,,,,,${phones}\r\n`;
  expect(read(google + row('Mobile,+49 170 5550101 ::: +49 30 5550102,Work,030 5550103'))).toEqual([
    'Pia Berg: 491705550101',
    'Pia Berg: 49305550102',
    'Pia Berg: 0305550103',
  ]);
  expect(read(google + row('Mobile,+49 170 5550101,Work,+49 (170) 555-0101'))).toEqual([
    'Pia Berg: 491705550101',
  ]);
});

test('[CONT-11] with a header that names phone columns: a contact without a number is listed as such, whatever its other fields hold', () => {
  const row = 'Pia,,Berg,,,,,,,,12345678901,,,,,Mobile,,,\r\n';
  expect(read(google + row)).toEqual(['Pia Berg: ?']);
  expect(read('Name,Phone\nPia,12')).toEqual(['Pia: ?12']);
  expect(read('Name,Phone\nPia,ask her')).toEqual(['Pia: ?']);
});

test('[CONT-11] with a header that names phone columns: an organization or a nickname replaces a missing name', () => {
  expect(read(`${google},,,,,,,,Berg & Sons,,,,,,,Work,+49 30 5550102,,`)).toEqual([
    'Berg & Sons: 49305550102',
  ]);
  expect(read(`${google},,,,,,Pip,,,,,,,,,Work,+49 30 5550102,,`)).toEqual(['Pip: 49305550102']);
});

test('[CONT-11] with a header that names phone columns: an export of Outlook has its names joined and its phones read, except fax and assistant', () => {
  const text =
    '"Title","First Name","Middle Name","Last Name","Company","Business Fax","Assistant\'s Phone","Business Phone","Home Phone","Mobile Phone"\r\n' +
    '"","Pia","","Berg","Sons","+49 30 5550109","+49 30 5550108","+49 30 5550102","","+49 170 5550101"\r\n';
  expect(read(text)).toEqual(['Pia Berg: 49305550102', 'Pia Berg: 491705550101']);
});

test('[CONT-11] with a header that names phone columns: columns are recognised in other languages, and the given name comes first', () => {
  expect(read('Nachname;Vorname;Telefon geschäftlich\nBerg;Pia;+49 30 5550102')).toEqual([
    'Pia Berg: 49305550102',
  ]);
  expect(read('Nom;Prénom;Téléphone\nBerg;Pia;+33 1 55 50 10 24')).toEqual([
    'Pia Berg: 33155501024',
  ]);
  expect(read('Nombre;Apellidos;Móvil\nPia;Berg;+34 655 501 024')).toEqual([
    'Pia Berg: 34655501024',
  ]);
  expect(read('電話,氏名\n+81 90 5550 1024,山 ピア')).toEqual(['山 ピア: 819055501024']);
});

test('[CONT-11] with a header that names phone columns: titles are recognised in Danish, Hindi and Chinese', () => {
  expect(read('Fornavn;Efternavn;Mobil\nPia;Berg;+45 32 55 50 10 24')).toEqual([
    'Pia Berg: 453255501024',
  ]);
  expect(read('Efternavn;Fornavn;Telefon\nBerg;Pia;+45 32 55 50 10 24')).toEqual([
    'Pia Berg: 453255501024',
  ]);
  for (const phone of ['फ़ोन', 'फोन', 'मोबाइल'])
    expect(read(`फ़ोन,नाम\n+91 98765 50102,अमित`.replace('फ़ोन', phone))).toEqual([
      'अमित: 919876550102',
    ]);
  expect(read('号码,姓名\n+86 139 5550 1024,王小明')).toEqual(['王小明: 8613955501024']);
});

test('[CONT-11] with a header that names phone columns: a name in Japanese, Chinese or Korean columns begins with the family name', () => {
  for (const titles of ['姓,名', '姓氏,名字', '성,이름'])
    expect(read(`${titles},電話\n山田,太郎,+81 90 5550 1024`)).toEqual(['山田 太郎: 819055501024']);
  expect(read('名,姓,電話\n太郎,山田,+81 90 5550 1024')).toEqual(['山田 太郎: 819055501024']);
  expect(read('이름,전화\n山田,+81 90 5550 1024')).toEqual(['山田: 819055501024']);
});

test('[CONT-11] with a header that names phone columns: a full name is not joined with its parts', () => {
  expect(read('Name,Given Name,Family Name,Mobile\nPia Berg,Pia,Berg,+49 170 5550101')).toEqual([
    'Pia Berg: 491705550101',
  ]);
});

test('[CONT-11] with a header that names phone columns: a full name is preferred to its parts, which are used if it is empty', () => {
  const head = 'Display Name,First Name,Last Name,Mobile\n';
  expect(read(`${head}Pip,Pia,Berg,+49 170 5550101\n,Pia,Berg,+49 30 5550102`)).toEqual([
    'Pip: 491705550101',
    'Pia Berg: 49305550102',
  ]);
});

test('[CONT-11] with a header that names phone columns: a phonetic name is not a phone column', () => {
  expect(read('Phonetic Name;Contact\nPi;+49 170 5550101')).toEqual(['Pi: 491705550101']);
});

test('[CONT-11] with a header that names phone columns: an e-mail address, a web address and letters are not numbers', () => {
  for (const field of [
    'p1234567890@example.org',
    'https://a.example/1234567890',
    '1-800-555FLOWERS1234',
  ])
    expect(read(`Name,Phone\nPia,${field}`), field).toEqual(['Pia: ?']);
});

test('[CONT-11] with a header that names phone columns but no name: the first field beside the phones that is not a number is the name', () => {
  expect(read('id;Phone;who\n7;+49 170 5550101;Pia')).toEqual(['Pia: 491705550101']);
});

test('[CONT-11] with a header that names phone columns: only the separator of the header separates, except in a line without it', () => {
  expect(read('Name;Phone\nBerg, Pia;+49 170 5550101\nEve,15550104479')).toEqual([
    'Berg, Pia: 491705550101',
    'Eve: 15550104479',
  ]);
  expect(read('Name,Notes,Phone\nPia,tall; kind,+49 170 5550101')).toEqual(['Pia: 491705550101']);
});

test('[CONT-11] with a header that names phone columns: a header may have one column, and a single-field title above it is not a header', () => {
  expect(read('Mobile\n+49 170 5550101')).toEqual(['-: 491705550101']);
  expect(read('Phone list\n\nName;Phone\nPia;+49 170 5550101')).toEqual(['Pia: 491705550101']);
});

test('[CONT-12] around and inside the lines of a file: a line that declares the separator is not a contact', () => {
  expect(read('sep=;\r\nName;Phone\r\nPia;+49 170 5550101\r\n')).toEqual(['Pia: 491705550101']);
  expect(read('\ufeff"sep=,"\nPia,15550104477')).toEqual(['Pia: 15550104477']);
  expect(read('sep=;')).toEqual([]);
  expect(read('SEP=|\nName|Phone\nPia|+49 170 5550101')).toEqual(['Pia: 491705550101']);
});

test('[CONT-12] around and inside the lines of a file: tabs separate fields, with and without a header', () => {
  expect(read('name\tPhone\tPhone 2\nPia\t+49 170 5550101\t+49 30 5550102')).toEqual([
    'Pia: 491705550101',
    'Pia: 49305550102',
  ]);
  expect(read('Pia\t+49 170 5550101')).toEqual(['Pia: 491705550101']);
});

test("[CONT-12] around and inside the lines of a file: a first line with a number is a contact, even if it contains 'name' or 'phone'", () => {
  expect(read('Vietnamese Kitchen,+49 30 5550102\nPia,+49 170 5550101')).toEqual([
    'Vietnamese Kitchen: 49305550102',
    'Pia: 491705550101',
  ]);
  expect(read('Phone Shop;030 5550102')).toEqual(['Phone Shop: 0305550102']);
});

test('[CONT-12] around and inside the lines of a file: a header is looked for in the first ten lines, above the first number', () => {
  expect(read('Pia,15550104477\nName,Phone\nEve,15550104478')).toEqual([
    'Pia: 15550104477',
    'Name: ?',
    'Eve: 15550104478',
  ]);
  const titled = (lines: number) =>
    read(`${'A title\n'.repeat(lines)}Name,Phone\nPia,+49 170 5550101`);
  expect(titled(9)).toEqual(['Pia: 491705550101']);
  expect(titled(10)).toContain('A title: ?');
});

test('[CONT-12] around and inside the lines of a file: a contact without a number that is named like a column does not count as a header', () => {
  expect(read('Mobile Hairdresser,\nPia,+49 170 5550101')).toContain('Pia: 491705550101');
});

test('[CONT-12] around and inside the lines of a file: digits of other scripts count as digits', () => {
  expect(
    read('Name,Phone\nليلى,٠١٠٥٥٥٠١٠٢٤\nمینا,۰۹۱۲۵۵۵۰۱۰۲\n山,＋８１ ９０ ５５５０ １０２４'),
  ).toEqual(['ليلى: 01055501024', 'مینا: 09125550102', '山: 819055501024']);
  expect(read('٠١٠٥٥٥٠١٠٢٤,ليلى')).toEqual(['ليلى: 01055501024']);
  expect(read('नाम,फ़ोन\nअमित,+९१ ९८७६५ ५०१०२')).toEqual(['अमित: 919876550102']);
  expect(read('অমিত,০১২৩৪৫৬৭৮৯\nอมร,๐๑๒๓๔๕๖๗๘๙\nPia,𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗')).toEqual([
    'অমিত: 0123456789',
    'อมร: 0123456789',
    'Pia: 0123456789',
  ]);
});

test('[CONT-12] around and inside the lines of a file: several numbers in a field become several entries', () => {
  const both = ['Pia: 491705550101', 'Pia: 49305550102'];
  for (const field of [
    '+49 170 5550101 ::: +49 30 5550102',
    '+49 170 5550101 / +49 30 5550102',
    '"+49 170 5550101, +49 30 5550102"',
    '"+49 170 5550101\n+49 30 5550102"',
    '+49 170 5550101 +49 30 5550102',
    '＋49 170 5550101 ＋49 30 5550102',
    'mobile: +49 170 5550101 (private) | work: +49 30 5550102',
  ]) {
    expect(read(`Name,Phone\nPia,${field}`)).toEqual(both);
    expect(read(`Pia,${field}`)).toEqual(both);
  }
  expect(read('Name,Phone\nPia,work: 030 5550102')).toEqual(['Pia: 0305550102']);
  expect(read('Name,Phone\nPia,0170/5550101')).toEqual(['Pia: 01705550101']);
  expect(read('Name,Phone\nPia,030 / 5550102 11')).toEqual(['Pia: 030555010211']);
  expect(read('Name,Phone\nPia,0170 5550101 / 030 5550102')).toEqual([
    'Pia: 01705550101',
    'Pia: 0305550102',
  ]);
});

test('[CONT-12] around and inside the lines of a file: an extension, a pause and a trunk zero in brackets are not part of a number', () => {
  for (const field of [
    '+49 30 5550102 ext. 89',
    '+49 30 5550102 x89',
    '+49 30 5550102 x 89',
    '+49 30 5550102 extension: 89',
    '+49 30 5550102 #89',
    '+49 30 5550102;ext=89',
    '+49 30 5550102 Durchwahl 89',
    '+49 30 5550102,,89',
    '+49 (0)30 5550102',
    '\u202a+49 30 5550102\u202c',
  ])
    expect(read(`Name,Phone\nPia,"${field}"`), field).toEqual(['Pia: 49305550102']);
});

test('[CONT-12] around and inside the lines of a file: more than 15 digits are not a number, not counting an international prefix', () => {
  expect(read('Name,Phone\nPia,4930555010212345')).toEqual(['Pia: ?4930555010212345']);
  expect(read('Name,Phone\nPia,00493055501021234')).toEqual(['Pia: 00493055501021234']);
});

const card = (...lines: readonly string[]) =>
  ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

test('[CONT-13] a vCard is recognised by its file ending or its type', () => {
  expect(isContactsFile('Contacts.VCF')).toBe(true);
  expect(isContactsFile('7f3a', 'text/vcard')).toBe(true);
  expect(isContactsFile('7f3a', 'image/png')).toBe(false);
});

test('[CONT-13] a vCard has an entry for each phone of each contact, in versions 2.1, 3.0 and 4.0', () => {
  const text =
    card('VERSION:2.1', 'N:Berg;Pia', 'TEL;CELL:+49 170 5550101', 'TEL;HOME;VOICE:030 5550102') +
    card('VERSION:3.0', 'FN:Noa Hill', 'TEL;TYPE=CELL,VOICE:+1 555 010 4477') +
    card('VERSION:4.0', 'FN:Eve', 'TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-010-4478;ext=89');
  expect(read(text)).toEqual([
    'Pia Berg: 491705550101',
    'Pia Berg: 0305550102',
    'Noa Hill: 15550104477',
    'Eve: 15550104478',
  ]);
  expect(read(text.replaceAll('\r\n', '\n').toLowerCase()).at(-1)).toBe('eve: 15550104478');
});

test('[CONT-13] a vCard may have grouped properties, folded lines and escaped characters', () => {
  const text = card(
    'VERSION:3.0',
    'N:Berg;Pia;Anna;Dr.;',
    'FN:Dr. Pia',
    '  Berg\\, Sons\\; Co',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA4930555010211111',
    ' BBBB4930555010222222==',
    'item1.TEL;type=pref:+49 170',
    '\t5550101',
    'item1.X-ABLabel:_$!<Mobile>!$_',
  );
  expect(read(text)).toEqual(['Dr. Pia Berg, Sons; Co: 491705550101']);
});

test('[CONT-13] a vCard may have quoted-printable names in UTF-8, also with soft line breaks', () => {
  const text = card(
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4D=C3=BC=6C=\r\n=6C=65=72;=4A=C3=B6=72=67;;;',
    'TEL;CELL:01705550101',
  );
  expect(read(text)).toEqual(['Jörg Müller: 01705550101']);
  const latin = card('N;ENCODING=QUOTED-PRINTABLE:M=FCller', 'TEL:01705550101');
  expect(read(latin)).toEqual(['Müller: 01705550101']);
});

test('[CONT-13] a vCard without a person is named by its organization, and a fax is not a phone', () => {
  const text = card('VERSION:3.0', 'N:;;;;', 'ORG:Berg;Sales', 'TEL;TYPE=WORK,FAX:+49 30 5550109');
  expect(read(text)).toEqual(['Berg: ?']);
  expect(read(card('FN:Pia', 'TEL;TYPE=fax,voice:+49 30 5550102'))).toEqual(['Pia: 49305550102']);
});

test('[CONT-13] a vCard gives the first of several names, and a phone URI without its context', () => {
  const phone = 'TEL;VALUE=uri:tel:030-5550102;phone-context=+1-555-010-4477';
  expect(read(card('FN:Pia', 'FN:Pip', phone))).toEqual(['Pia: 0305550102']);
});

test('[CONT-13] a vCard gives names of at most 1,000 characters', () => {
  const named = (chars: number) => read(card(`FN:${'x'.repeat(chars)}`, 'TEL:0305550102'));
  expect(named(1_000)).toEqual([`${'x'.repeat(1_000)}: 0305550102`]);
  expect(named(1_001)).toEqual(named(1_000));
});

test('[CONT-13] a vCard is recognised below blank lines and comments', () => {
  const text = card('FN:Pia', 'TEL:01705550101');
  for (const above of ['\r\n\r\n', '# Exported by Pip\r\n', '; by Pip\n\n// 2026\n'])
    expect(read(above + text)).toEqual(['Pia: 01705550101']);
});

test('[CONT-13] a vCard that is cut off or damaged gives whatever can be read', () => {
  expect(
    read('BEGIN:VCARD\nFN:Pia\nTEL:01705550101\nBEGIN:VCARD\nnonsense\nTEL:0305550102'),
  ).toEqual(['Pia: 01705550101', '-: 0305550102']);
  expect(read('\ufeff\n begin:vcard\nend:vcard\n')).toEqual([]);
});

test('[CONT-15] a name in a table has no characters that change the direction of text, and a field without visible characters is empty', () => {
  expect(read('Name,Phone\n\u202eadA\u202c,01705550101\n\u200b\ufffc,01705550102')).toEqual([
    'adA: 01705550101',
    '-: 01705550102',
  ]);
  const row = '\u200b,,\u2067,,,,,,Berg & Sons,,,,,,,Work,\u202a+49 30 5550102\u202c,,';
  expect(read(google + row)).toEqual(['Berg & Sons: 49305550102']);
});

test('[CONT-15] a name in a vCard has no characters that change the direction of text, and a name without visible characters is not used', () => {
  const name = (...lines: string[]) => read(card(...lines, 'TEL:01705550101'));
  expect(name('FN:\u202eadA\u202c')).toEqual(['adA: 01705550101']);
  expect(name('FN:\u200b', 'N:\u2066;Ada;\u3164;;')).toEqual(['Ada: 01705550101']);
  expect(name('FN:\u200b', 'ORG:\u202eBerg;Sales')).toEqual(['Berg: 01705550101']);
  expect(name('FN:\ufffc')).toEqual(['-: 01705550101']);
});
