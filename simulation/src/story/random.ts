/**
 * A stream of random numbers that its words alone determine (sfc32). The first word is mixed by a bijection,
 * so that all 2^32 seeds give distinct streams.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(...words: readonly number[]) {
    this.#a = mix(words[0] ?? 0);
    this.#b = mix((words[1] ?? 0) ^ 0x9e3779b9);
    this.#c = mix((words[2] ?? 0) ^ 0x85ebca6b);
    for (let round = 0; round < 12; round += 1) this.uint32();
  }

  /** A whole number below 2^32. */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor((this.uint32() / 2 ** 32) * end);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return probability > 0 && this.uint32() < probability * 2 ** 32;
  }

  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** The finishing steps of murmur3: a bijection on 32 bits. */
function mix(word: number): number {
  let mixed = word | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
