import { uuidOfHex } from '../values/uuid-of-hex.ts';

const blockBytes = 64;
const lastWord = blockBytes / 4 - 1;

/**
 * The uuid of the copy of an occurrence: version 5 (RFC 9562) of the item's uuid and the number in decimal,
 * the same on every device and the server.
 */
export function occurrenceUuid(uuid: string, n: number): string {
  const hex = uuid.replaceAll('-', '');
  const bytes = [...Array(hex.length / 2).keys()].map((at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
  const name = [...String(n)].map((digit) => digit.charCodeAt(0));
  const digest = sha1([...bytes, ...name])
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
  return uuidOfHex(digest, 5);
}

/** SHA-1 (FIPS 180-4) of a message of at most 55 bytes, that is one block, as five words of 32 bits. */
function sha1(message: readonly number[]): readonly number[] {
  const words = Array<number>(80).fill(0);
  for (const [at, byte] of [...message, 0x80].entries()) {
    words[at >> 2] = word(words, at >> 2) | (byte << (24 - 8 * (at & 3)));
  }
  words[lastWord] = message.length * 8;
  for (let at = 16; at < 80; at += 1) {
    const mixed = [3, 8, 14, 16].reduce((sum, back) => sum ^ word(words, at - back), 0);
    words[at] = rotated(mixed, 1);
  }
  const start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const;
  let [a, b, c, d, e]: readonly [number, number, number, number, number] = start;
  for (const [at, one] of words.entries()) {
    const [mix, key] = round(Math.floor(at / 20), b, c, d);
    [a, b, c, d, e] = [(rotated(a, 5) + mix + e + key + one) | 0, a, rotated(b, 30), c, d];
  }
  const end = [a, b, c, d, e];
  return start.map((one, at) => (one + word(end, at)) >>> 0);
}

/** The function of three words in one of the four rounds of twenty steps, and the round's constant. */
function round(number: number, b: number, c: number, d: number): readonly [number, number] {
  if (number === 0) return [(b & c) | (~b & d), 0x5a827999];
  if (number === 1) return [b ^ c ^ d, 0x6ed9eba1];
  if (number === 2) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotated(one: number, bits: number): number {
  return (one << bits) | (one >>> (32 - bits));
}

function word(words: readonly number[], at: number): number {
  return words[at] ?? 0;
}
