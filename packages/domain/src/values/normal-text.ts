import { err, ok } from './result.ts';
import type { Result } from './result.ts';
import { visibleText } from './text.ts';

/** Why a text is refused: half a surrogate pair, or a control character such as U+0000. */
export type TextProblem = 'malformed' | 'control_character';

const loneSurrogate = /\p{Surrogate}/u;
const controlCharacter = /\p{Control}/u;
const controlExceptLayout = /[^\P{Control}\n\t]/u;

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
