import type { BatchEntry, BatchResult } from '@foray/contract';

/** What a request came to. */
export type Outcome = Extract<BatchResult, { body: unknown }>;

/** As `Outcome`, with the version that the item had then; null where there is none. */
export type Recorded = Outcome & { readonly version: number | null };

/** The requests that had an effect, or a refusal for good, by their keys. */
export class FakeOps {
  readonly #known = new Map<string, Recorded>();

  get(id: string): Recorded | undefined {
    return this.#known.get(id);
  }

  /** Keeps an outcome if it is the last word. */
  keep(entry: BatchEntry, outcome: Outcome): void {
    // What the request comes after may still arrive.
    const isEarly = outcome.status === 424 && !this.#known.has(entry.after ?? '');
    const isVerdict = !isEarly && ![401, 408, 409, 412, 425, 429].includes(outcome.status);
    if (!isVerdict || outcome.status >= 500) return;
    const { body } = outcome;
    const left = body !== null && 'version' in body ? body.version : null;
    // A create of what was there already left no version that anything could build on.
    const isFound = entry.url === '/api/items' && outcome.status === 200;
    const version = isFound ? 0 : left;
    this.#known.set(entry.id, { ...outcome, version });
  }

  /** The function puts what is known now in place of what is known then. */
  backup(): () => void {
    const known = [...this.#known];
    return () => {
      this.#known.clear();
      for (const [id, recorded] of known) this.#known.set(id, recorded);
    };
  }
}
