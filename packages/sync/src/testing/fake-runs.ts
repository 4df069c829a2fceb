import type { Position } from '@foray/contract';

/** The runs of the fake server's database: what a device that holds positions has been told. */
export class FakeRuns {
  /** The run that answers now. */
  current = 'r1';
  #count = 1;
  /** Up to where the present history contains each earlier run. */
  readonly #ends = new Map<string, number>();

  /** A backup whose head was `head` takes the place of what there was. */
  restore(head: number): void {
    for (const [run, end] of this.#ends) this.#ends.set(run, Math.min(end, head));
    this.#ends.set(this.current, head);
    this.#count += 1;
    this.current = `r${this.#count}`;
  }

  /** Whether the present history contains all that was told at the positions. */
  contains(positions: readonly Position[], head: number): boolean {
    return positions.every((one) => one.head <= this.#endOf(one.run, head));
  }

  /** Up to where it does; X-Known-Head. */
  knownHead(positions: readonly Position[], head: number): number {
    if (positions.length === 0) return 0;
    return Math.min(...positions.map(({ run }) => this.#endOf(run, head)));
  }

  #endOf(run: string, head: number): number {
    return run === this.current ? head : (this.#ends.get(run) ?? 0);
  }
}
