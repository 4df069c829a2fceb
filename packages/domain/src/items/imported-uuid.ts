import { uuidOfHex } from '../values/uuid-of-hex.ts';

/**
 * The uuid that an account gives to an item which it does not have, when it imports it: always the same for
 * the same account, item and attempt, and a different one for every other account (decision 0043). So a file
 * can be imported twice without duplicates, and no import uses a uuid that belongs to another user or was
 * deleted. `attempt` is the number of earlier imports of the item that were deleted.
 *
 * Version 8 (RFC 9562) of a 122-bit mix. It distinguishes items; it is not cryptographic.
 */
export function importedUuid(account: string, uuid: string, attempt: number): string {
  const words = mix(`${account} ${uuid} ${attempt}`);
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return uuidOfHex(hex, 8);
}

/**
 * Whether it is an `importedUuid`, of a data file or a former account: the uuids of actions have another
 * version.
 */
export function isImportedUuid(uuid: string): boolean {
  return uuid.charAt(14) === '8';
}

/** Four words of 32 bits that each depend on every character. */
function mix(text: string): readonly number[] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    a = b ^ Math.imul(a ^ unit, 597_399_067);
    b = c ^ Math.imul(b ^ unit, 2_869_860_233);
    c = d ^ Math.imul(c ^ unit, 951_274_213);
    d = a ^ Math.imul(d ^ unit, 2_716_044_179);
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067);
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233);
  c = Math.imul(a ^ (c >>> 17), 951_274_213);
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179);
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a].map((word) => word >>> 0);
}
