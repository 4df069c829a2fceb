/** An invariant that does not hold, by its number in sync.md, section 6. */
export class Breach extends Error {
  override readonly name = 'Broken';
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(`${rule}: ${what}`);
    this.rule = rule;
  }
}
