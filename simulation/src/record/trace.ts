/** The events in order: always their digest, and the lines if they are requested. */
export class Trace {
  readonly lines: string[] | null;
  #high = 0x811c9dc5;
  #low = 0x1000193;

  constructor(keepsLines: boolean) {
    this.lines = keepsLines ? [] : null;
  }

  note(line: string): void {
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      this.#high = Math.imul(this.#high ^ code, 0x01000193);
      this.#low = Math.imul(this.#low ^ code, 0x5bd1e995) ^ (this.#high >>> 15);
    }
    this.lines?.push(line);
  }

  /** A 64-bit digest of the trace. */
  digest(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
    return hex(this.#high) + hex(this.#low);
  }
}
