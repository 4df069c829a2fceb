/** Thrown where a tab is cut off; it is caught at the simulation's own edge, never in the engine. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/**
 * The life of one tab. After its end, nothing that its promises wait for ever arrives; while it is frozen,
 * nothing arrives until it thaws, when its memory may be stale.
 */
export class DeviceLife {
  #isOver = false;
  #sleepers: (() => void)[] | null = null;
  readonly #onCheck: () => void;

  /** `onCheck` is called at every point where a crash can happen, and may end lives there. */
  constructor(onCheck: () => void) {
    this.#onCheck = onCheck;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isFrozen(): boolean {
    return this.#sleepers !== null;
  }

  end(): void {
    this.#isOver = true;
  }

  freeze(): void {
    this.#sleepers ??= [];
  }

  /** Continues everything that waits, in order. */
  thaw(): void {
    const sleepers = this.#sleepers ?? [];
    this.#sleepers = null;
    for (const wake of sleepers) wake();
  }

  /** Calls `work` now, or when the tab thaws; never if it ends before. */
  whenAwake(work: () => void): void {
    if (this.#isOver) return;
    if (this.#sleepers === null) work();
    else this.#sleepers.push(() => this.whenAwake(work));
  }

  /** A place where a crash can happen; throws {@link CutOff} when the life is over. */
  check(): void {
    if (!this.#isOver) this.#onCheck();
    if (this.#isOver) throw new CutOff();
  }

  /** The result of `work`; never settles if the life ends before. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.check();
      const value = await work();
      if (this.isFrozen) await new Promise<void>((resolve) => this.whenAwake(resolve));
      this.check();
      return value;
    } catch (error) {
      if (error instanceof CutOff) return new Promise<never>(() => undefined);
      throw error;
    }
  }
}
