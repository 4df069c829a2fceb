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
