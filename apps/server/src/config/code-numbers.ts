import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, NumberType } from 'libphonenumber-js/max';

/**
 * The kinds of numbers, by the cost of a message. `premium` is every number with a price of its own,
 * including shared-cost, freephone, personal and service numbers.
 */
export const numberKinds = ['mobile', 'landline', 'premium', 'satellite'] as const;
export type NumberKind = (typeof numberKinds)[number];

/** The numbers to which codes are sent. */
export interface CodeNumbers {
  /** Null for all countries. */
  readonly countries: readonly CountryCode[] | null;
  readonly kinds: readonly NumberKind[];
}

/** The default: mobile numbers of all countries. */
export const standardCodeNumbers: CodeNumbers = { countries: null, kinds: ['mobile'] };

/**
 * Codes used in place of a country's: those of satellite networks, and of networks that a satellite may
 * carry.
 */
const satelliteCodes: ReadonlySet<string> = new Set(['870', '881', '882', '883']);

/** In most countries the number alone does not distinguish a mobile from internet telephony. */
const mobileTypes: ReadonlySet<NumberType> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP']);

/** The reason why a number (E.164) gets no codes, judging by the number alone; null if it gets them. */
export function refusalOfNumber(
  phone: string,
  { countries, kinds }: CodeNumbers,
): 'kind' | 'country' | null {
  const parsed = parsePhoneNumberFromString(phone);
  const country = parsed?.country;
  const type = parsed?.getType();
  if (!kinds.includes(kindOf(country, parsed?.countryCallingCode ?? '', type))) return 'kind';
  // Numbers without a country are allowed by their kind.
  return country === undefined || countries === null || countries.includes(country)
    ? null
    : 'country';
}

function kindOf(
  country: CountryCode | undefined,
  callingCode: string,
  type: NumberType,
): NumberKind {
  if (satelliteCodes.has(callingCode)) return 'satellite';
  if (type === 'FIXED_LINE') return 'landline';
  return country !== undefined && mobileTypes.has(type) ? 'mobile' : 'premium';
}
