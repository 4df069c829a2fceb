import { minPhoneChars } from '../values/limits.ts';
import { visibleText } from '../values/text.ts';

/** A contact found on the phone or in a file, before the person reviews it; `phone` is digits. */
export interface ContactCandidate {
  readonly name?: string;
  readonly phone: string;
  readonly isValid: boolean;
}

const otherDigit = /(?![0-9])\p{Nd}/gu;

/** The text with the decimal digits of all scripts written as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(otherDigit, plainDigit);
}

function plainDigit(digit: string): string {
  const form = digit.normalize('NFKC');
  // The digits of a script follow each other, and no other character comes before its zero.
  const code = form.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

/** The digits of a written number, in order, as 0 to 9, and nothing else. */
export function phoneDigits(text: string): string {
  return withPlainDigits(text).replace(/[^0-9]/g, '');
}

/** Whether a number as entered can be sent: at least 10 characters (ONB-12). */
export function isPhoneEntry(text: string): boolean {
  return text.trim().length >= minPhoneChars;
}

/**
 * A candidate from one entry of the phone's contacts: valid only if the first number has at least 10
 * characters (CONT-04) and at least one digit.
 */
export function phoneCandidate(
  names: readonly string[],
  numbers: readonly string[],
): ContactCandidate {
  const first = numbers[0] ?? '';
  const name = visibleText(names[0] ?? '');
  const phone = phoneDigits(first);
  return {
    ...(name === '' ? {} : { name }),
    phone,
    isValid: isPhoneEntry(first) && phone !== '',
  };
}
