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
