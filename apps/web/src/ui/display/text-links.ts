/** A piece of a text; `href` is null if it is not a link. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

/**
 * In text without spaces an address ends at punctuation that no address contains, and at invisible blanks
 * and joiners that apps insert.
 */
const addresses =
  /\b(?:https?:\/\/|mailto:|tel:)[^\s\u200b\u2060<>"“”\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/giu;

const ends = new Set(".,;:!?'’…)]}");

/**
 * The address without punctuation that belongs to the sentence around it; a closing bracket stays if the
 * address has the opening one.
 */
function withoutEnd(address: string): string {
  // Searched from the end: a pattern would restart at each of many dots inside, and take seconds for one
  // text.
  let end = address.length;
  while (end > 0 && ends.has(address.charAt(end - 1))) end -= 1;
  const trimmed = address.slice(0, end);
  const rest = address.slice(trimmed.length);
  return rest.startsWith(')') && trimmed.split('(').length > trimmed.split(')').length
    ? `${trimmed})`
    : trimmed;
}

/** Splits a text at its web, mail and phone addresses. Joined, the parts are the text again. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(addresses)) {
    const address = withoutEnd(match);
    if (!URL.canParse(address) || /^[a-z]+:\/*$/iu.test(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
