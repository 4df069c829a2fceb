import { minPhoneChars } from './limits.ts';
import { phoneDigits } from './phone.ts';
import type { ContactCandidate } from './phone.ts';

/** The endings of the files that an import accepts (CONT-05). */
export const contactsFileEndings = ['.csv', '.txt'] as const;

/** Whether a file of this name may be imported; case does not matter. */
export function isContactsFile(name: string): boolean {
  return contactsFileEndings.some((ending) => name.toLowerCase().endsWith(ending));
}

// What no text file holds; the end-of-file mark of old exports (U+001A) is let through.
const binaryCharacter = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;
const headerWord = /phone|name/i;
const numericField = /^[\d\s+().\-/]+$/;
const byteOrderMark = '\ufeff';

/** Whether a text, or a part of one, holds what no text file does: a spreadsheet with the wrong ending. */
export function isBinaryText(text: string): boolean {
  return binaryCharacter.test(text);
}

/**
 * Reads the contacts of a .csv or .txt file one at a time, so that a long file can be read in steps
 * (CONT-05); `text` is not binary. Commas and semicolons both separate, quoted fields may hold them and line breaks, CRLF, CR and LF
 * end a line. The first line is skipped if it contains 'phone' or 'name' in any case. The phone is
 * the first field with 10 or more digits, the name the first other field that is not a number. Lines
 * without such a phone come back invalid, blank ones not at all. Linear in the length of the text.
 */
export function* contactsOf(text: string): Generator<ContactCandidate> {
  let isFirst = true;
  for (const fields of recordsOf(text.startsWith(byteOrderMark) ? text.slice(1) : text)) {
    const isHeader = isFirst && fields.some((field) => headerWord.test(field));
    isFirst = false;
    if (isHeader) continue;
    const found = toCandidate(fields);
    if (found.phone !== '' || found.name !== undefined) yield found;
  }
}

function toCandidate(fields: readonly string[]): ContactCandidate {
  const phoneAt = fields.findIndex((field) => phoneDigits(field).length >= minPhoneChars);
  const name = fields.find((field, at) => at !== phoneAt && field !== '' && !isNumeric(field));
  const shown = phoneAt === -1 ? fields.find(isNumeric) : fields[phoneAt];
  return {
    ...(name === undefined ? {} : { name }),
    phone: phoneDigits(shown ?? ''),
    isValid: phoneAt !== -1,
  };
}

function isNumeric(field: string): boolean {
  return numericField.test(field);
}

/** Lines of fields, trimmed and without quotes; blank lines are left out. */
function* recordsOf(text: string): Generator<readonly string[]> {
  let fields: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const close = text[at] === '"' ? closingQuote(text, at) : -1;
    const quoted = close === -1 ? '' : text.slice(at + 1, close).replaceAll('""', '"');
    const rest = close === -1 ? at : close + 1;
    const next = endOfField(text, rest);
    fields.push((quoted + text.slice(rest, next).replaceAll('"', '')).trim());
    at = next + 1;
    if (text[next] === ',' || text[next] === ';') continue;
    if (fields.some((field) => field !== '')) yield fields;
    fields = [];
  }
}

/** Where the field that opens at `start` is closed, or -1 if it never is. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return -1;
}

function endOfField(text: string, from: number): number {
  const end = /[,;\r\n]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
