import type { KeptWords, Span } from './typed-token.ts';

/** Replaces each character that is not parsed. It is neither a space nor part of a word. */
export const maskedChar = '\u0000';

/** Replaces each character of a recognised date or rule. */
export const datedChar = '\u0001';

/** Both replacement characters, for a character class in a pattern. */
export const readChars = `${maskedChar}${datedChar}`;

/** The text before a word that may be recognised: the beginning, a space or an opening bracket. */
export const wordStart = '(?<=^|[\\s(\\[])';

/** The text after such a word: the end, a space, punctuation that ends a word, or masked text. */
export const wordEnd = `(?=$|[\\s${readChars}]|[,.;:!?)\\]]+(?:\\s|$))`;

/** Web and e-mail addresses, and words in quotes except those of a label. */
const neverRead = [
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /[^\s@]+@[^\s@]+\.[^\s@]+/gu,
  /(?<!#)(?:"[^"]+"|“[^”]+”|„[^“]+“|«[^»]+»)/gu,
];

/** The text with the characters of `spans` replaced by `by`, with the same length. */
export function mask(text: string, spans: readonly Span[], by = maskedChar): string {
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + by.repeat(end - start) + left.slice(end),
    text,
  );
}

/** The text with everything masked that is never parsed or was kept as text. */
export function maskUnread(text: string, asText: readonly KeptWords[]): string {
  const kept = asText.flatMap((words) => placeOf(text, words) ?? []);
  return neverRead.reduce(
    (left, pattern) => left.replace(pattern, (match) => maskedChar.repeat(match.length)),
    mask(text, kept),
  );
}

/** The place of words that stay text; null if they are gone. */
export function placeOf(text: string, { text: words, nth }: KeptWords): Span | null {
  return placesOf(text, words)[nth] ?? null;
}

/** The words of `span`, for keeping them as text. */
export function keptWordsAt(text: string, { start, end }: Span): KeptWords {
  const words = text.slice(start, end).toLowerCase();
  const nth = placesOf(text, words).findIndex((place) => place.start === start);
  return { text: words, nth: Math.max(0, nth) };
}

/** Every place where words are not part of longer ones, ignoring case. */
function placesOf(text: string, words: string): readonly Span[] {
  // A hyphen needs no escape outside a class, and must not have one.
  const exact = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(pattern)].map(({ index }) => ({
    start: index,
    end: index + words.length,
  }));
}
