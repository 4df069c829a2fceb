import { areTitles, contactColumns } from './contact-columns.ts';
import type { ContactColumns } from './contact-columns.ts';
import { CsvReader } from './csv-records.ts';
import { minPhoneChars } from '../values/limits.ts';
import { phoneDigits, withPlainDigits } from './phone.ts';
import type { ContactCandidate } from './phone.ts';
import { isPossiblePhone, phonesInField } from './phones-in-field.ts';

const headerWord = /phone|name/i;
const numericField = /^[\d\s+().\-/\u2010-\u2015\uff0b\p{Format}]+$/u;
/** The number of lines that are searched for a header. */
const headerLines = 10;
const separatorLine = /^\s*"?sep=(.?)"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

/** A header, where the lines after it begin, and the separator of its titles. */
interface TableHead {
  readonly columns: ContactColumns;
  readonly from: number;
  readonly separator: string;
}

/**
 * Reads the contacts of a table, one entry for each number (CONT-05, CONT-11, CONT-12). After a header that
 * names phone columns, only these contain phones, and the name columns are joined. Without one, the phone is
 * the first field with 10 or more digits, the name the first other field that is not a number, and the first
 * line is skipped if it contains 'phone' or 'name' and no such field. Lines without a phone are returned as
 * invalid, blank ones not at all. Linear in the length of the text.
 */
export function* csvContacts(text: string): Generator<ContactCandidate> {
  const [line = '', named = ''] = separatorLine.exec(text) ?? [];
  const any = new CsvReader(text, `,;\t${named}`);
  const head = headOf(any, text, line.length, named);
  const found = head === null ? withoutHead(any, line.length) : withHead(any, text, head);
  for (const candidate of found)
    if (candidate.phone !== '' || candidate.name !== undefined) yield candidate;
}

function headOf(any: CsvReader, text: string, start: number, named: string): TableHead | null {
  let left = headerLines;
  for (const { fields, at, next } of any.records(start)) {
    if (left === 0 || fields.some(isPhoneField)) return null;
    left -= 1;
    if (contactColumns(fields) === null) continue;
    const separator = named === '' ? separatorIn(text.slice(at, next)) : named;
    const titles = new CsvReader(text, separator).recordAt(at).fields;
    const columns = contactColumns(titles);
    if (columns === null || !areTitles(titles)) continue;
    // A single title is a column title only if the lines below are single fields too.
    if (titles.filter((title) => title !== '').length > 1 || isSingle(any, next))
      return { columns, from: next, separator };
  }
  return null;
}

function isPhoneField(field: string): boolean {
  return isNumeric(field) && phoneDigits(field).length >= minPhoneChars;
}

function isSingle(any: CsvReader, from: number): boolean {
  for (const { fields } of any.records(from)) return fields.length === 1;
  return true;
}

/** The separator that gives the most fields in a line. */
function separatorIn(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return ['\t', ';', ','].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function* withHead(any: CsvReader, text: string, head: TableHead): Generator<ContactCandidate> {
  const { columns, from, separator } = head;
  for (const record of new CsvReader(text, separator).records(from)) {
    // A line without the separator of the header comes from another source.
    const fields = record.fields.length > 1 ? record.fields : any.recordAt(record.at).fields;
    const name = nameIn(fields, columns);
    const phones = new Set(columns.phones.flatMap((at) => phonesInField(fields[at] ?? '')));
    if (phones.size === 0) yield toCandidate(name, '');
    for (const phone of phones) yield toCandidate(name, phone);
  }
}

function nameIn(fields: readonly string[], { names, phones }: ContactColumns): string | undefined {
  const known = names
    .map((columns) => columns.map((at) => fields[at] ?? '').filter((part) => part !== ''))
    .find((parts) => parts.length > 0);
  if (known !== undefined) return known.join(' ');
  if (names.some((columns) => columns.length > 0)) return undefined;
  return fields.find((field, at) => !phones.includes(at) && field !== '' && !isNumeric(field));
}

function* withoutHead(any: CsvReader, start: number): Generator<ContactCandidate> {
  let isFirst = true;
  for (const { fields } of any.records(start)) {
    const phoneAt = fields.findIndex((field) => phoneDigits(field).length >= minPhoneChars);
    const isHeader = isFirst && phoneAt === -1 && fields.some((field) => headerWord.test(field));
    isFirst = false;
    if (isHeader) continue;
    const name = fields.find((field, at) => at !== phoneAt && field !== '' && !isNumeric(field));
    const field = (phoneAt === -1 ? fields.find(isNumeric) : fields[phoneAt]) ?? '';
    const phones = new Set(phonesInField(field).filter(isPossiblePhone));
    if (phones.size === 0) yield toCandidate(name, phoneDigits(field));
    for (const phone of phones) yield toCandidate(name, phone);
  }
}

function toCandidate(name: string | undefined, phone: string): ContactCandidate {
  return { ...(name === undefined ? {} : { name }), phone, isValid: isPossiblePhone(phone) };
}

function isNumeric(field: string): boolean {
  return numericField.test(withPlainDigits(field));
}
