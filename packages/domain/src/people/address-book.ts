import { csvContacts } from './contacts-csv.ts';
import { isVcard, vcardContacts } from './contacts-vcard.ts';
import type { ContactCandidate } from './phone.ts';

/** The endings of the files that an import accepts (CONT-05, CONT-13). */
export const contactsFileEndings = ['.csv', '.txt', '.vcf'] as const;
/** The media type of vCards, whose file may have any name. */
export const vcardType = 'text/vcard';

// Characters that no text file contains; the end-of-file mark of old exports (U+001A) is allowed.
const binaryCharacter = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;
/** The part of a file that is read to see whether it has contacts. */
const probeChars = 100_000;
const byteOrderMark = '\ufeff';

/** Whether a file of this name and media type may be imported; case does not matter. */
export function isContactsFile(name: string, type = ''): boolean {
  return (
    type === vcardType || contactsFileEndings.some((ending) => name.toLowerCase().endsWith(ending))
  );
}

/**
 * Whether a text, or a part of one, contains characters that no text file does: a spreadsheet with the wrong
 * ending, for example.
 */
export function isBinaryText(text: string): boolean {
  return binaryCharacter.test(text);
}

/** Whether a file has contacts with numbers near its beginning. */
export function hasContacts(name: string, type: string, text: string): boolean {
  const beginning = text.slice(0, probeChars);
  if (!isContactsFile(name, type) || isBinaryText(beginning)) return false;
  for (const { isValid } of contactsOf(beginning)) if (isValid) return true;
  return false;
}

/**
 * Reads the contacts of a table or of vCards one at a time, so that a long file can be read in steps; `text`
 * is not binary, and shows by itself which of the two it is.
 */
export function contactsOf(text: string): Generator<ContactCandidate> {
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return isVcard(content) ? vcardContacts(content) : csvContacts(content);
}
