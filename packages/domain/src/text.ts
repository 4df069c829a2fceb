import { err, ok } from './result.ts';
import type { Result } from './result.ts';

/** Why a text is refused: half a surrogate pair, or a control character such as U+0000. */
export type TextProblem = 'malformed' | 'control_character';

const loneSurrogate = /\p{Surrogate}/u;
const controlCharacter = /\p{Control}/u;
const controlExceptLayout = /[^\P{Control}\n\t]/u;

/**
 * One line of text as it is stored and counted: trimmed, in Unicode NFC. A control character inside,
 * line breaks and tabs included, is refused rather than removed, so nothing is changed unseen.
 * The same on server and device (sync.md, section 1); applying it twice changes nothing.
 */
export function normaliseLine(text: string): Result<string, TextProblem> {
  return normalise(text, controlCharacter);
}

/** Like `normaliseLine`, but line breaks (all become LF) and tabs may stand inside. */
export function normaliseBlock(text: string): Result<string, TextProblem> {
  return normalise(text.replace(/\r\n?/g, '\n'), controlExceptLayout);
}

function normalise(text: string, forbidden: RegExp): Result<string, TextProblem> {
  const trimmed = text.trim();
  if (loneSurrogate.test(trimmed)) return err('malformed');
  if (forbidden.test(trimmed)) return err('control_character');
  return ok(trimmed.normalize('NFC'));
}

/**
 * The length that limits and counters mean: UTF-16 units of the trimmed NFC form, which is what
 * would be stored.
 */
export function textLength(text: string): number {
  return text.trim().normalize('NFC').length;
}

/**
 * Case does not matter in search: lower case, NFC, and the Greek final sigma as any other, because
 * lower-casing picks it by position and a part of a word would then miss the word.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/**
 * The text that search looks through, computed by the same function on server and device so that both
 * find the same (SEARCH-07). The first line is the title, the rest the description: a title contains
 * no line break, so a match before the first one is a match in the title.
 */
export function searchText(title: string, description: string | null): string {
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
