import { isSupportedCountry } from 'libphonenumber-js/max';
import { isIP } from 'node:net';
import { z } from 'zod';

// Each message completes a sentence about the variable: "PORT is 'x': <message>", or, if it begins with
// "is", "FORAY_SECRET <message>" for a value that must not be repeated.

/** A whole number within limits. */
export function wholeNumber(least = 1, most = 999_999_999) {
  const range = most === 999_999_999 ? `${least}` : `${least} to ${most}`;
  const error = `set it to a whole number from ${range}`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, error)
    .transform(Number)
    .refine((count) => count >= least && count <= most, error);
}

/** Seconds, read as milliseconds. */
export const seconds = (most: number) => wholeNumber(1, most).transform((count) => count * 1_000);

/** A whole number, or `off`, read as null. */
export const wholeNumberOrOff = z.union(
  [z.literal('off').transform(() => null), wholeNumber()],
  'set it to a whole number from 1, or to off',
);

/** One of the allowed words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, `set it to ${words.join(' or ')}`);
}

/** A web address. */
const webUrl = z
  .url({ protocol: /^https?$/, error: 'set it to an address that begins with https:// or http://' })
  .transform((text) => new URL(text));

/** A web address that may contain credentials, and so is never repeated. */
export const webhookUrl = z
  .url({
    protocol: /^https?$/,
    error: 'is no web address: write one that begins with https:// or http://',
  })
  .transform((text) => new URL(text))
  .refine(
    ({ username, password }) => isEncoded(username) && isEncoded(password),
    'is no web address: write a % in its user name or password as %25',
  );

function isEncoded(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

/** A web origin, read without a trailing slash. */
export const webOrigin = webUrl
  .refine(
    ({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '',
    'Foray lives at the root of a name, so leave the path away',
  )
  .transform(({ origin }) => origin);

/** A text that cannot be guessed. */
export function secretText(minChars: number) {
  return z
    .string()
    .min(
      minChars,
      `is shorter than ${minChars} characters: make one with openssl rand -hex ${minChars}`,
    );
}

/** The address of a database, which may contain a password. */
export const databaseUrl = z
  .string()
  .regex(
    /^postgres(ql)?:\/\/.+/,
    'is no address of a PostgreSQL: write postgres://user:password@host/name',
  );

const listed = z.string().transform((text) => text.split(',').map((part) => part.trim()));

/** The addresses of databases, separated by commas. */
export const databaseUrls = listed.pipe(z.array(databaseUrl));

/** Phone numbers in E.164, which are never repeated. */
export const phoneNumbers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.replaceAll(/[\s().-]/g, '')))
  .transform((numbers) => numbers.filter((number) => number !== ''))
  .refine(
    (numbers) => numbers.every((number) => /^\+[1-9]\d{7,14}$/.test(number)),
    'is no list of phone numbers: write each with its plus, separated by commas',
  );

/** Some of the words, separated by commas, in the order of `words`. */
export function someOf<const T extends readonly string[]>(words: T) {
  const isKnown = (names: readonly string[]) => names.every((name) => words.includes(name));
  const error = `set it to one or more of ${words.join(', ')}, separated by commas`;
  return listed
    .refine(isKnown, error)
    .transform((names) => words.filter((word): word is T[number] => names.includes(word)));
}

/** Countries, or all of them, read as null. */
export const countries = z.union(
  [
    z.literal('all').transform(() => null),
    listed
      .transform((codes) => codes.map((code) => code.toUpperCase()))
      .pipe(z.array(z.string().refine(isSupportedCountry))),
  ],
  'set it to all, or to two-letter codes of countries separated by commas, such as DE,AT,CH',
);

/** The trusted sources of forwarding headers: none, that many hops, or these addresses and networks. */
export const trustedProxies = z.union(
  [
    z.enum(['no', '0']).transform(() => false as const),
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number),
    listed.refine((entries) => entries.every(isSource)),
  ],
  'set it to the number of proxies in front, or to their addresses separated by commas',
);

function isSource(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d+$/.test(bits));
}
