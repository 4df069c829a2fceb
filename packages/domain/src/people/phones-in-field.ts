import { minPhoneChars } from '../values/limits.ts';
import { phoneDigits, withPlainDigits } from './phone.ts';

/** The most digits that E.164 allows, without an international prefix. */
const maxDigits = 15;
/** Fewer digits after a comma or a semicolon are an extension or a pause. */
const minDigitsApart = 7;
/** The rest of a longer field is not a list of numbers; this limits the time that a field takes. */
const maxFieldChars = 1_000;

const extension =
  /[\s,;]*(?:(?:ext(?:ension|n)?|durchwahl|poste|interno)[.:=\s]*|[x#]\s*)\d{1,9}(?!\d)/giu;
const apart = /:::|[,;|\r\n]+|(?=\+)/;
const remark = /\([^)\d]*\)/g;
const label = /^[^\d(+@/]*:/;
const trunkZero = /^(\s*(?:\+|00)[\d\s]+)\(0\)/;
const noNumber = /[\p{L}@]|:\/\//u;

/** Whether digits can be a number: at least 10 of them, and no more than a number can have. */
export function isPossiblePhone(digits: string): boolean {
  const most = digits.startsWith('00') ? maxDigits + 2 : maxDigits;
  return digits.length >= minPhoneChars && digits.length <= most;
}

/**
 * The digits of each number in a field of an address book, in order, valid or not. Extensions, remarks in
 * brackets and labels before a colon are left out; a part with other letters, an '@' or '://' is not a
 * number.
 */
export function phonesInField(field: string): readonly string[] {
  return withPlainDigits(field.slice(0, maxFieldChars))
    .replaceAll('\uff0b', '+')
    .replace(extension, '')
    .split(apart)
    .flatMap(splitAtSlashes)
    .map((part) => part.replace(remark, '').replace(label, '').replace(trunkZero, '$1'))
    .filter((part) => !noNumber.test(part))
    .map(phoneDigits)
    .filter((digits, at) => digits.length >= (at === 0 ? 1 : minDigitsApart));
}

/** A slash separates numbers, or follows the area code inside a number. */
function splitAtSlashes(part: string): readonly string[] {
  const parts = part.split('/');
  return parts.every((one) => phoneDigits(one).length >= minDigitsApart) ? parts : [part];
}
