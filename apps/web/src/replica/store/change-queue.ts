import type { LocalChange } from '@foray/sync';

/** A change, or one part of a large one. */
export type ChangePart = LocalChange & {
  /** For a part: the number of its change, and the number of the change's parts before it. */
  readonly part?: { readonly of: number; readonly before: number };
};

/** Fields of a part before the last one of its change, which lack the change's number. */
export const unfinished = {
  localSeq: 0,
  goneUuids: [],
  rekeyed: [],
  users: [],
  hasQueueChanged: false,
} as const satisfies Omit<LocalChange, 'rows'>;

/**
 * Passes changes on in order: small ones at once, one of thousands of rows (a guest's items copied, a large
 * campaign deleted) in parts, each in a task of its own. Only the last part has the change's number, and
 * each part says how many precede it, so that a listener detects a gap.
 */
export class ChangeQueue {
  readonly #nextTask: () => Promise<void>;
  readonly #partRows: number;
  readonly #waiting: { readonly part: ChangePart; readonly take: (part: ChangePart) => void }[] =
    [];
  #isHandingOn = true;
  #isEnded = false;

  /** Passes nothing on before `ready`, and at most `partRows` rows of a change at once. */
  constructor(ready: Promise<unknown>, nextTask: () => Promise<void>, partRows: number) {
    this.#nextTask = nextTask;
    this.#partRows = partRows;
    void ready.then(() => this.#handOn());
  }

  /**
   * `take` receives the change, or one part after the other; once ready, before this returns if nothing
   * waits.
   */
  put(change: ChangePart, take: (part: ChangePart) => void): void {
    if (this.#isEnded) return;
    for (const part of partsOf(change, this.#partRows)) this.#waiting.push({ part, take });
    if (!this.#isHandingOn) void this.#handOn();
  }

  /** Passes nothing on any more, neither queued changes nor those in progress. */
  end(): void {
    this.#isEnded = true;
    this.#waiting.length = 0;
  }

  async #handOn(): Promise<void> {
    this.#isHandingOn = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        next.take(next.part);
        if (this.#waiting.length > 0) await this.#nextTask();
      }
    } finally {
      this.#isHandingOn = false;
    }
  }
}

function partsOf(change: ChangePart, partRows: number): readonly ChangePart[] {
  const { rows, localSeq } = change;
  if (rows.length <= partRows) return [change];
  const parts: ChangePart[] = [];
  for (let at = 0; at < rows.length; at += partRows) {
    const isLast = at + partRows >= rows.length;
    const part = { of: localSeq, before: parts.length };
    const some = { part, rows: rows.slice(at, at + partRows) };
    parts.push(isLast ? { ...change, ...some } : { ...unfinished, ...some });
  }
  return parts;
}
