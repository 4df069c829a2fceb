import type { AuthMode } from '@foray/contract';
import { isPhoneEntry, phoneDigits } from '@foray/domain';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PhoneNumber } from 'libphonenumber-js/max';

/**
 * A typed number in E.164, or null if it is not a number. Digits without a plus are read as international.
 * With AUTH=open, where nothing is sent, any text of at least 10 characters with 8 to 15 digits is
 * accepted, as its digits (product.md, "Signing in").
 */
export function toE164(typed: string, mode: AuthMode): string | null {
  const valid = validNumber(typed);
  if (valid !== null || mode === 'code' || !isPhoneEntry(typed)) return valid;
  return openNumber(internationalDigits(typed));
}

function validNumber(typed: string): string | null {
  const text = typed.trim().startsWith('+') ? typed : `+${internationalDigits(typed)}`;
  for (const form of [text, presentForm(`+${phoneDigits(text)}`)]) {
    const parsed = form === null ? undefined : parsePhoneNumberFromString(form);
    if (parsed?.isValid()) return parsed.number;
  }
  return null;
}

/** The digits of an international number; most of the world dials 00 for the plus. */
function internationalDigits(typed: string): string {
  return phoneDigits(typed).replace(/^00/, '');
}

/**
 * The current form of a former number: Mexican mobiles had a 1 after the country code, which WhatsApp still
 * writes, and Brazilian ones a digit less. Null for any other number.
 */
function presentForm(number: string): string | null {
  const mexican = /^\+521(\d{10})$/.exec(number);
  if (mexican) return `+52${mexican[1]}`;
  const brazilian = /^\+55(\d{2})([6-9]\d{7})$/.exec(number);
  return brazilian ? `+55${brazilian[1]}9${brazilian[2]}` : null;
}

/** The identity of a user with an invalid number in AUTH=open. */
function openNumber(digits: string): string | null {
  return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
}

/** Longer than any number that a person writes. */
const maxTypedChars = 64;

/**
 * Every valid reading of an imported number in E.164: as international digits, and as national digits in
 * the country of the importer's number (product.md, "Contacts"). Empty if the text is not a phone number.
 */
export function readingsOf(typed: string, own: string, mode: AuthMode): readonly string[] {
  if (typed.length > maxTypedChars) return [];
  // Clients send digits without the characters around them.
  const possible = mode === 'open' ? openNumber(internationalDigits(typed)) : null;
  const international = validNumber(typed) ?? possible;
  const national = typed.trim().startsWith('+') ? null : nationalReading(typed, own, mode);
  const readings = [international, national].filter((reading) => reading !== null);
  return [...new Set(readings)];
}

function nationalReading(typed: string, own: string, mode: AuthMode): string | null {
  const country = callingPlace(parsePhoneNumberFromString(own));
  if (country === null) return null;
  const parsed = parsePhoneNumberFromString(phoneDigits(typed), country);
  if (parsed === undefined) return null;
  return parsed.isValid() || (mode === 'open' && parsed.isPossible()) ? parsed.number : null;
}

/** The country of a number, or the calling code that several countries share. */
function callingPlace(own: PhoneNumber | undefined) {
  if (own === undefined) return null;
  if (own.country !== undefined) return { defaultCountry: own.country };
  return { defaultCallingCode: own.countryCallingCode };
}
