/** Thrown where a tab is cut off; it ends at the simulation's own edge, never in the engine. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** The life of one tab. When it is over, nothing that its promises wait for ever comes. */
export class Life {
  #isOver = false;
  readonly #onCheck: () => void;

  /** `onCheck` is told of every place where a crash can fall, and may end lives there. */
  constructor(onCheck: () => void) {
    this.#onCheck = onCheck;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
  }

  /** A place where a crash can fall; throws {@link CutOff} when the life is over. */
  check(): void {
    if (!this.#isOver) this.#onCheck();
    if (this.#isOver) throw new CutOff();
  }

  /** What `work` gives, or nothing ever, if the life ends before. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.check();
      const value = await work();
      this.check();
      return value;
    } catch (error) {
      if (error instanceof CutOff) return new Promise<never>(() => undefined);
      throw error;
    }
  }
}
