import { err, ok } from './result.ts';
import type { Result } from './result.ts';

/** Why a text is refused: half a surrogate pair, or a control character such as U+0000. */
export type TextProblem = 'malformed' | 'control_character';

const loneSurrogate = /\p{Surrogate}/u;
const controlCharacter = /\p{Control}/u;
const controlExceptLayout = /[^\P{Control}\n\t]/u;
/**
 * Embeddings, overrides and isolates, which change the direction of the text after them. Marks of direction
 * do not.
 */
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/g;
/**
 * Spaces, characters that fonts ignore (DI), the blank of Braille, anchors of annotations and objects, a note
 * without a head, and what joins hieroglyphs.
 */
const showsNothing = /^[\p{White_Space}\p{DI}\u2800\ufff9-\ufffc\u{1d159}\u{13430}-\u{1343f}]*$/u;

/**
 * One line of text as it is stored and counted: trimmed, in Unicode NFC, empty without visible characters. A
 * control character inside, including line breaks and tabs, is refused rather than removed, so nothing is
 * changed unseen; those that change the direction of text are removed, since nobody types them knowingly. The
 * same on server and device (sync.md, section 1); applying it twice changes nothing.
 */
export function normaliseLine(text: string): Result<string, TextProblem> {
  return normalise(text, controlCharacter);
}

/** Like `normaliseLine`, but line breaks (all become LF) and tabs may occur inside. */
export function normaliseBlock(text: string): Result<string, TextProblem> {
  return normalise(text.replace(/\r\n?/g, '\n'), controlExceptLayout);
}

function normalise(text: string, forbidden: RegExp): Result<string, TextProblem> {
  const visible = visibleText(text);
  if (loneSurrogate.test(visible)) return err('malformed');
  if (forbidden.test(visible)) return err('control_character');
  return ok(visible.normalize('NFC'));
}

/** A text as people see it: trimmed, without characters that turn it, empty if it shows nothing. */
export function visibleText(text: string): string {
  const trimmed = text.replace(turningCharacters, '').trim();
  return showsNothing.test(trimmed) ? '' : trimmed;
}

/**
 * The length that limits and counters use: UTF-16 units of the text that would be stored; 0 for a text
 * without visible characters.
 */
export function textLength(text: string): number {
  return visibleText(text).normalize('NFC').length;
}

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

/** How many bytes a text takes in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7ff) bytes += unit >= 0xd800 && unit <= 0xdfff ? 1 : 2;
    else if (unit > 0x7f) bytes += 1;
  }
  return bytes;
}
