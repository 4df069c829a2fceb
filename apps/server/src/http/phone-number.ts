import type { AuthMode } from '@foray/contract';
import { phoneDigits } from '@foray/domain';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

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
