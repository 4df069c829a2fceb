/** The columns of a table of contacts, as indexes of fields. */
export interface ContactColumns {
  readonly phones: readonly number[];
  /** The fields of each list are joined to a name; the first list with a text counts. */
  readonly names: readonly (readonly number[])[];
}

// Titles are compared in lower case and without accents. Programs name columns in the user's language; these
// are the languages whose titles are known.
const phone =
  /phone(?!tic)|telefo|\btel\b|\bmobile?\b|\bmobil(?:tel|num)|\bcell\b|cellular|celular|\bhandy|\bportable\b|\bmovil\b|telemovel|\bgsm\b|rufnummer|komorka|puhelin|телефон|мобильн|τηλεφωνο|κινητο|電話|电话|手机|手機|携帯|전화|휴대|هاتف|جوال|موبايل|טלפון|נייד|फ\u093c?ोन|मोबाइल|दूरभाष|^(?:number|nummer|numero|号码|號碼)$/u;
const noPhone =
  /fax|pager|label|\btypes?\b|\btyp\b|etikett|assist|sekret|mail|country|\bcode\b|carrier|vorwahl/;

const sound = /phonetic|yomi|furigana|aussprache/;
const parts = {
  prefix: /^(?:name )?prefix$|^namensprafix$/,
  given:
    /\b(?:first|given)[ _-]?name|^vorname|^prenom|^primeiro nome|^voornaam|^forn[ae][mv]n|^imie$/,
  middle: /\b(?:middle|additional)[ _-]?name|^weitere vornamen|^zweiter vorname|^deuxieme prenom/,
  family:
    /\b(?:last|family)[ _-]?name|^surname|^nachname|^familienname|^nom de famille|^apellido|^cognome|^sobrenome|^apelido|^achternaam|^etternavn|^efterna[mv]n|^nazwisko|^фамилия|^姓氏?$|^성$|^उपनाम$/,
  suffix: /^(?:name )?suffix$|^namenssuffix$/,
};
const full =
  /^(?:full|display|contact)[ _-]?name|^anzeigename|^kontaktname|^nom complet|^nombre completo|^фио$|氏名|姓名|名前|^الاسم$|^שם$/;
const plain = /^(?:name|nom|nombre|nome|naam|namn|navn|имя|名字?|이름|नाम)$/;
const substitute =
  /nickname|spitzname|^file as$|^organi[sz]ation(?: 1 -)?(?: name)?$|^company(?: name)?$|^firma$|^societe$|^empresa$|^azienda$/;

const eastAsian = /\p{Script=Han}|\p{Script=Hangul}/u;

/** The columns that a header names, or null if it names no phone column. */
export function contactColumns(header: readonly string[]): ContactColumns | null {
  const titles = header.map(plainTitle);
  const phones = titles.flatMap((title, at) =>
    phone.test(title) && !noPhone.test(title) ? [at] : [],
  );
  return phones.length === 0 ? null : { phones, names: nameColumns(titles) };
}

/** Whether fields read as titles of columns: none except the last is empty, and none contains a value. */
export function areTitles(fields: readonly string[]): boolean {
  return fields.every(
    (field, at) => (field !== '' || at === fields.length - 1) && !/@|:\/\/|\p{Nd}{3}/u.test(field),
  );
}

function plainTitle(title: string): string {
  // The vowels of Devanagari are marks, too.
  const letters = title.normalize('NFD').replace(/(?!\p{Script=Devanagari})\p{Mark}/gu, '');
  return letters.normalize('NFC').toLowerCase();
}

/**
 * 'Name' beside only a first name is the last name, and beside only a last name the first name. Names in
 * Chinese, Japanese and Korean columns begin with the last name.
 */
function nameColumns(titles: readonly string[]): ContactColumns['names'] {
  const like = (pattern: RegExp) =>
    titles.flatMap((title, at) => (pattern.test(title) && !sound.test(title) ? [at] : []));
  const [given, family, whole] = [like(parts.given), like(parts.family), like(plain)];
  const isPart = (given.length === 0) !== (family.length === 0);
  const first = [...(isPart && given.length === 0 ? whole : given), ...like(parts.middle)];
  const last = isPart && family.length === 0 ? whole : family;
  const isLastFirst = last.some((at) => eastAsian.test(titles[at] ?? ''));
  const joined = [
    ...like(parts.prefix),
    ...(isLastFirst ? [...last, ...first] : [...first, ...last]),
    ...like(parts.suffix),
  ];
  const singles = [...like(full), ...(isPart ? [] : whole)].map((at) => [at]);
  return [...singles, joined, ...like(substitute).map((at) => [at])];
}
