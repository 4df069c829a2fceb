import { err, ok } from './result.ts';
import type { Result } from './result.ts';

/** Why a text is refused: half a surrogate pair, or a control character such as U+0000. */
export type TextProblem = 'malformed' | 'control_character';

const loneSurrogate = /\p{Surrogate}/u;
const controlCharacter = /\p{Control}/u;
const controlExceptLayout = /[^\P{Control}\n\t]/u;
/** Embeddings, overrides and isolates, which turn the text after them around. Marks of direction do not. */
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/g;
/** Spaces, characters that fonts ignore, and the blank of Braille. */
const showsNothing = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * One line of text as it is stored and counted: trimmed, in Unicode NFC, empty if it shows nothing. A control
 * character inside, line breaks and tabs included, is refused rather than removed, so nothing is changed unseen;
 * the ones that turn text around are removed, since nobody types them knowingly. The same on server and device (sync.md, section 1); applying it twice changes nothing.
 */
export function normaliseLine(text: string): Result<string, TextProblem> {
  return normalise(text, controlCharacter);
}

/** Like `normaliseLine`, but line breaks (all become LF) and tabs may stand inside. */
export function normaliseBlock(text: string): Result<string, TextProblem> {
  return normalise(text.replace(/\r\n?/g, '\n'), controlExceptLayout);
}

function normalise(text: string, forbidden: RegExp): Result<string, TextProblem> {
  const visible = visibleOf(text);
  if (loneSurrogate.test(visible)) return err('malformed');
  if (forbidden.test(visible)) return err('control_character');
  return ok(visible.normalize('NFC'));
}

function visibleOf(text: string): string {
  const trimmed = text.replace(turningCharacters, '').trim();
  return showsNothing.test(trimmed) ? '' : trimmed;
}

/**
 * The length that limits and counters mean: UTF-16 units of what would be stored; 0 for a text that shows
 * nothing.
 */
export function textLength(text: string): number {
  return visibleOf(text).normalize('NFC').length;
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
