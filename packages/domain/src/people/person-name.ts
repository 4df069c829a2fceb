import { readLine } from '../values/field-readers.ts';
import type { FieldCode } from '../values/field-readers.ts';
import { maxNameChars } from '../values/limits.ts';
import { err } from '../values/result.ts';
import type { Result } from '../values/result.ts';

/**
 * The letters of 'foray' with those that look like them, in lower case and without accents: Unicode's list of
 * confusables, small capitals and usual substitutes.
 */
const lookalikes = [
  'fƒſϝғքᖴᵮẝꜰꝓꝼꮁꓝꞙꬵ𐊇𐊥𐔥𑣂𝈓',
  '0oøɵθοσоѳөօ०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴑ⊖⊝⍬ⲟⴰⴱⵁⵔ〇ꓳꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠𝈚🜔\u05e1\u0647\u0665\u06be\u06c1\u06d5\u06f5\u06ff\u07c0',
  'rɍɼɽɾʀгғᖇᴦᵲⲅꓣꞃꭇꭈꭱꮁꮢ𐓜𖼵𝈖',
  '@4aɑʌαλаᗅᗩᴀⱥ⍶⍺ꓮꭺ𐊠𖽀',
  '¥yƴɏɣʏγυуүұყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𑣜𖽃',
].map((letters) => `[${letters}]`);
/** The word by itself, also spelled out, or spread over the whole text. */
const productWord = new RegExp(
  [
    `(?:^|[^\\p{L}])(?:${lookalikes.join('')}|${lookalikes.join('[^\\p{L}]+')})(?!\\p{L})`,
    `^[^\\p{L}]*${lookalikes.join('[^\\p{L}]*')}[^\\p{L}]*$`,
  ].join('|'),
  'u',
);
/** The first of the symbols that show a letter of the alphabet without being one: circles, squares and flags. */
const letterSymbols = [0x1f150, 0x1f170, 0x1f1e6];
/** Symbols and raised letters after a word, such as a trademark sign. */
const raised = /(\p{L}\p{M}*)[\p{So}\p{Lm}]+(?!\p{L})/gu;

/** A person's name as it is stored, or why not: required after trimming, at most 100 units, not the product's. */
export function validateName(value: unknown): Result<string, FieldCode> {
  const name = readLine(value, maxNameChars);
  return name.ok && looksLikeProduct(name.value) ? err('reserved') : name;
}

/** Whether a name contains a word of its own that reads as 'Foray'. */
function looksLikeProduct(name: string): boolean {
  return [name, name.replace(raised, '$1 ')].some((text) => productWord.test(plainLetters(text)));
}

/** A text without case, accents, invisible characters and the styles of letters. */
function plainLetters(text: string): string {
  return text
    .replace(/\p{So}/gu, plainSymbol)
    .normalize('NFD')
    .replaceAll('ſ', 'f')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Mark}\p{Format}\p{Default_Ignorable_Code_Point}\ufffc]/gu, '');
}

/** The letter that a symbol shows; a blank if it shows several letters. */
function plainSymbol(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0;
  const first = letterSymbols.find((each) => code >= each && code < each + 26);
  if (first !== undefined) return String.fromCharCode(97 + code - first);
  return /\p{L}{2}/u.test(symbol.normalize('NFKD')) ? ' ' : symbol;
}
