/** Something that was opened and must be closed; it may take at most `withinMs`. */
interface Opened {
  readonly withinMs: number;
  readonly close: () => Promise<unknown>;
}

/** What a process has opened, in order. */
export interface Shutdown {
  /** Notes what must be closed, and for how long that may take before it is left behind. */
  add(withinMs: number, close: () => Promise<unknown>): void;
  /** Closes everything, the last opened first; a failure or delay of one does not keep the next. */
  run(): Promise<void>;
}

/** Makes an empty list of things to close. `onTrouble` receives what failed or took too long. */
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
