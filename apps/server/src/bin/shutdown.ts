/** An opened resource that must be closed; closing may take at most `withinMs`. */
interface Opened {
  readonly withinMs: number;
  readonly close: () => Promise<unknown>;
}

/** The resources that a process has opened, in order. */
export interface Shutdown {
  /** Adds a resource, with the time that closing it may take. */
  add(withinMs: number, close: () => Promise<unknown>): void;
  /**
   * Closes everything, the last opened first; the failure or delay of one resource does not stop the next.
   */
  run(): Promise<void>;
}

/** Creates an empty list of resources to close. `onTrouble` receives failures and timeouts. */
export function createShutdown(onTrouble: (error: unknown) => void): Shutdown {
  const opened: Opened[] = [];
  return {
    add(withinMs, close) {
      opened.push({ withinMs, close });
    },
    async run() {
      for (let next = opened.pop(); next !== undefined; next = opened.pop()) {
        let timer: NodeJS.Timeout | undefined;
        const { withinMs } = next;
        const tooLate = new Promise<never>((_, reject) => {
          const give = (): void => reject(new Error(`not closed within ${withinMs} ms`));
          timer = setTimeout(give, withinMs);
        });
        await Promise.race([next.close(), tooLate]).catch(onTrouble);
        clearTimeout(timer);
      }
    },
  };
}
