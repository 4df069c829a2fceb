/**
 * The text regardless of case: lower case, NFC, and the Greek final sigma as any other, because lower-casing
 * picks it by position and a part of a word would then miss the word.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/**
 * Combining marks of letters: accents, vowel points and harakat; not the vowels of Indic scripts, nor
 * dakuten.
 */
const accents =
  /(?!\u3099|\u309a)\p{Script=Inherited}|(?=\p{Nonspacing_Mark})[\p{Script=Hebrew}\p{Script=Arabic}]/gu;
/** Distinct letters that people without them on the keyboard write otherwise. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** All but single Korean letters, which decomposing would join to syllables that nobody wrote. */
const notKoreanLetters = /[^\u3131-\u318e\uffa1-\uffdc]+/gu;

/**
 * Texts that search treats as the same become equal: case as Unicode folds it, accents, full and half width,
 * kinds of apostrophes, quotes, dashes, strokes of fractions and blanks; invisible characters are left out.
 * Folding a second time changes nothing, and a part of a text folds to a part of its folded form.
 */
export function foldForSearch(text: string): string {
  if (/^[\n -_a-~]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll('´', "'")
    .replace(notKoreanLetters, (part) => part.normalize('NFKD'))
    .replace(/[\u2018-\u201b\u02bc`\u2032]/gu, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/gu, '"')
    .replace(/\u0640|\p{Format}/gu, '')
    .replace(accents, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2044\u2215]/gu, '/')
    .replace(/\p{Zs}/gu, ' ')
    .toLowerCase()
    .replace(folded, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

/**
 * The text that search uses, computed by the same function on server and device so that both find the same
 * (SEARCH-07). The first line is the title, the rest the description: a title contains no line break, so a
 * match before the first one is a match in the title.
 */
export function searchText(title: string, description: string | null): string {
  return foldForSearch(`${title}\n${description ?? ''}`);
}

/** The text that search of earlier releases uses: only case is ignored. */
export function formerSearchText(title: string, description: string | null): string {
  return foldCase(`${title}\n${description ?? ''}`);
}
