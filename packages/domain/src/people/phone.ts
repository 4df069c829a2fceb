import { minPhoneChars } from '../values/limits.ts';
import { visibleText } from '../values/text.ts';

/** A contact found on the phone or in a file, before the person reviews it; `phone` is digits. */
export interface ContactCandidate {
  readonly name?: string;
  readonly phone: string;
  readonly isValid: boolean;
}

// Fullwidth, Arabic and Persian digits; each set of ten begins at a multiple of 16.
const otherDigit = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;

/** The text with fullwidth, Arabic and Persian digits written as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(otherDigit, (digit) => String(digit.charCodeAt(0) & 0xf));
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
