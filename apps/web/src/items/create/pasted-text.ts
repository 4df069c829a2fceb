/** Markers in front of the lines of a list: '- ', '• ', '3. ', '[ ] '. */
const listMark = /^(?:[-*•–]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/u;

/** The lines of a text that have a title, without list markers. */
export function pastedLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) =>
      line
        .replace(/\p{Control}+/gu, ' ')
        .trim()
        .replace(listMark, '')
        .trim(),
    )
    .filter((line) => line !== '');
}
