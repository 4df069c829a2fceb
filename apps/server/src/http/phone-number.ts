import type { AuthMode } from '@foray/contract';
import { phoneDigits } from '@foray/domain';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PhoneNumber } from 'libphonenumber-js/max';

/**
 * A number as typed, in E.164, or null if it is none. Digits without plus are read as international.
 * In AUTH=open, where nothing is sent, one that is merely possible ('+' and 10 to 15 digits) will do
 * (product decisions, "Signing in").
 */
export function toE164(typed: string, mode: AuthMode): string | null {
  const digits = phoneDigits(typed);
  const text = typed.trim().startsWith('+') ? typed : `+${digits}`;
  const parsed = parsePhoneNumberFromString(text);
  if (parsed?.isValid()) return parsed.number;
  const possible = `+${digits}`;
  return mode === 'open' && /^\+[1-9]\d{9,14}$/.test(possible) ? possible : null;
}

/** Longer than any number that somebody writes down. */
const maxTypedChars = 64;

/**
 * Every valid reading of an imported number in E.164: as international digits, and as national in the
 * country of one's own number (product.md, "Contacts"). Empty if it is no phone number.
 */
export function readingsOf(typed: string, own: string, mode: AuthMode): readonly string[] {
  if (typed.length > maxTypedChars) return [];
  const international = toE164(typed, mode);
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

/** The country of a number, or the code that several share. */
function callingPlace(own: PhoneNumber | undefined) {
  if (own === undefined) return null;
  if (own.country !== undefined) return { defaultCountry: own.country };
  return { defaultCallingCode: own.countryCallingCode };
}
