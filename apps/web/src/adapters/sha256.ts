/** The first primes, for the constants of the function. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);

/** The first 32 bits of what follows the point. */
const fraction = (x: number): number => ((x % 1) * 2 ** 32) | 0;

const start = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const words = new Int32Array(64);

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/**
 * SHA-256 (FIPS 180-4) of the first `length` bytes, as eight words of 32 bits. The browser's own function
 * answers each call later, which takes longer than the hash of a short text, and is not there without TLS.
 */
export function sha256(bytes: Uint8Array, length = bytes.length): Int32Array {
  const state = start.slice();
  const blocks = (length + 8) >> 6;
  for (let block = 0; block <= blocks; block += 1) {
    for (let at = 0; at < 16; at += 1) {
      let word = 0;
      for (let byte = 0; byte < 4; byte += 1) {
        const place = block * 64 + at * 4 + byte;
        const value = place < length ? (bytes[place] ?? 0) : place === length ? 0x80 : 0;
        word = (word << 8) | value;
      }
      words[at] = word;
    }
    if (block === blocks) words[15] = length * 8;
    mix(state);
  }
  return state;
}

/** Takes the block in `words` into the state. */
function mix(state: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const w2 = words[at - 2] ?? 0;
    const w15 = words[at - 15] ?? 0;
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3);
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10);
    words[at] = (words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = (state[at] ?? 0) + (mixed[at] ?? 0);
}
