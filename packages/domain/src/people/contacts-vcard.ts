import { visibleText } from '../values/text.ts';
import type { ContactCandidate } from './phone.ts';
import { isPossiblePhone, phonesInField } from './phones-in-field.ts';

const begin = /^\s*BEGIN:VCARD\s*$/i;
/** The number of lines, not counting blank ones, among which the first card begins. */
const headLines = 10;
const lineEnd = /\r\n|\r|\n/g;
const quotedPrintable = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;
// The last part of a name before its parameters is the property; a group may precede it.
const property = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^:";])*)*):(.*)$/s;
const voice = /\b(?:voice|cell)\b/i;
const fax = /\b(?:fax|pager)\b/i;

/** No real name is longer; this limits the time that a name takes. */
const maxNameChars = 1_000;

/** The properties of a vCard that name its contact, best first. */
type CardName = 'FN' | 'N' | 'NICKNAME' | 'ORG';
const cardNames: readonly CardName[] = ['FN', 'N', 'NICKNAME', 'ORG'];

/** A vCard that is partly read. */
interface OpenCard {
  readonly names: Map<CardName, string>;
  readonly phones: Set<string>;
}

/** Whether a text is a file of vCards, regardless of its name; comments may precede the first card. */
export function isVcard(text: string): boolean {
  let left = headLines;
  for (const line of linesOf(text)) {
    if (begin.test(line)) return true;
    if (line.trim() !== '') left -= 1;
    if (left === 0) return false;
  }
  return false;
}

/**
 * Reads the contacts of vCards 2.1, 3.0 and 4.0, one entry for each number (CONT-13). Folded lines, groups,
 * quoted-printable and 'tel:' addresses are understood; a fax is not a phone. A contact without a number is
 * returned as invalid, and damaged lines are skipped.
 */
export function* vcardContacts(text: string): Generator<ContactCandidate> {
  let card: OpenCard | null = null;
  for (const line of unfolded(text)) {
    const [, name = '', parameters = '', raw = ''] = property.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === 'BEGIN' || key === 'END') {
      if (card !== null) yield* entriesOf(card);
      card = key === 'BEGIN' ? { names: new Map(), phones: new Set() } : null;
    } else if (card !== null) {
      readInto(card, key, parameters, quotedPrintable.test(line) ? decoded(raw) : raw);
    }
  }
  if (card !== null) yield* entriesOf(card);
}

function readInto(card: OpenCard, key: string, parameters: string, value: string): void {
  if (key === 'TEL') {
    if (fax.test(parameters) && !voice.test(parameters)) return;
    // After a semicolon come the parameters of an address, such as an extension.
    const [address = ''] = /^tel:/i.test(value) ? value.slice(4).split(';') : [unescaped(value)];
    for (const phone of phonesInField(address)) card.phones.add(phone);
    return;
  }
  const known = cardNames.find((one) => one === key);
  if (known === undefined || card.names.has(known)) return;
  const name = nameOf(known, value.slice(0, maxNameChars));
  if (name !== '') card.names.set(known, name);
}

function nameOf(key: CardName, value: string): string {
  if (key === 'FN' || key === 'NICKNAME') return unescaped(value);
  const [first, ...others] = partsOf(value);
  if (key === 'ORG') return first ?? '';
  const [given, additional, prefix, suffix] = others;
  return [prefix, given, additional, first, suffix].filter((part = '') => part !== '').join(' ');
}

/** The parts of a value, separated by semicolons that are not escaped. */
function partsOf(value: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of value.matchAll(/\\.|;/gs)) {
    if (sign !== ';') continue;
    parts.push(unescaped(value.slice(from, index)));
    from = index + 1;
  }
  return [...parts, unescaped(value.slice(from))];
}

function unescaped(value: string): string {
  return visibleText(value.replace(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign)));
}

function* entriesOf({ names, phones }: OpenCard): Generator<ContactCandidate> {
  const key = cardNames.find((one) => names.has(one));
  const name = key === undefined ? {} : { name: names.get(key) ?? '' };
  if (phones.size === 0 && key !== undefined) yield { ...name, phone: '', isValid: false };
  for (const phone of phones) yield { ...name, phone, isValid: isPossiblePhone(phone) };
}

/**
 * The logical lines of a text: a line that begins with a space, or follows a soft line break, continues the
 * one before.
 */
function* unfolded(text: string): Generator<string> {
  let parts: string[] = [];
  let isSoft = false;
  for (const line of linesOf(text)) {
    if (!isSoft && !/^[ \t]/.test(line)) {
      if (parts.length > 0) yield parts.join('');
      parts = [];
    }
    const content: string = isSoft || parts.length === 0 ? line : line.slice(1);
    isSoft = content.endsWith('=') && quotedPrintable.test(parts[0] ?? content);
    parts.push(isSoft ? content.slice(0, -1) : content);
  }
  yield parts.join('');
}

function* linesOf(text: string): Generator<string> {
  let at = 0;
  for (const { index, 0: end } of text.matchAll(lineEnd)) {
    yield text.slice(at, index);
    at = index + end.length;
  }
  yield text.slice(at);
}

/** Decodes quoted-printable as UTF-8, or as Latin-1 if it is not valid UTF-8. */
function decoded(value: string): string {
  return value.replace(/(?:=[0-9A-F]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes.replaceAll('=', '%'));
    } catch {
      return bytes.replace(/=(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    }
  });
}
