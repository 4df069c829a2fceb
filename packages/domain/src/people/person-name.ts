import { readLine } from '../values/field-readers.ts';
import type { FieldCode } from '../values/field-readers.ts';
import { maxNameChars } from '../values/limits.ts';
import { err } from '../values/result.ts';
import type { Result } from '../values/result.ts';

/**
 * Letters that look like those of 'foray' regardless of case and accents, from Unicode's list of confusables.
 */
const lookalikes: Readonly<Record<string, string>> = {
  f: 'ƒϝғꞙ',
  o: '0οоօσᴏ०০๐໐',
  r: 'гᴦɼꮁ',
  a: 'аαɑ',
  y: 'уүγʏɣყ',
};
const letterOf = new Map(
  Object.entries(lookalikes).flatMap(([letter, alike]) =>
    [...alike].map((each) => [each, letter] as const),
  ),
);

/** A person's name as it is stored, or why not: required after trimming, at most 100 units, not the product's. */
export function validateName(value: unknown): Result<string, FieldCode> {
  const name = readLine(value, maxNameChars);
  return name.ok && looksLikeProduct(name.value) ? err('reserved') : name;
}

/** Whether a name begins with something that reads as the word 'Foray'. */
function looksLikeProduct(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Mark}\p{Default_Ignorable_Code_Point}]/gu, '');
  const read = Array.from(letters, (letter) => letterOf.get(letter) ?? letter).join('');
  return /^[^\p{L}]*foray(?!\p{L})/u.test(read) || read.replace(/[^\p{L}]/gu, '') === 'foray';
}
